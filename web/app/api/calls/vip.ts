import type { BodyOf, DataOf } from '@agio/contracts/calls';
import { request, type Call } from '../request.ts';

export type VipContact = DataOf<'GET /web/vip-service/contact'>;

/** When the person last asked for VIP service. */
export function getVipContact(call: Call): Promise<VipContact> {
  return request(call, 'GET /web/vip-service/contact');
}

export function sendVipContact(call: Call, body: BodyOf<'POST /web/vip-service/contact'>): Promise<VipContact> {
  return request(call, 'POST /web/vip-service/contact', { body });
}
