/** VIP service: people who trade a lot ask the exchange for terms of their own (growth 1, screens). */
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';
import { decimalAboveZero, freeLines, freeText, timeMs, wholeNumber } from '../types.ts';
import { VIP_LETTERS } from '../vip-limits.ts';

const operator: Permission = { kind: 'operator' };

const inquiry = {
  name: freeText(VIP_LETTERS.name).min(1),
  /** How to reach the person: an address, a number, a name in a messenger. */
  contact: freeText(VIP_LETTERS.contact).min(1),
  country: freeText(VIP_LETTERS.country).min(1),
  /** What the person trades in a month, in USDT. */
  monthlyVolume: decimalAboveZero.max(20),
  /** May be empty. */
  message: freeLines(VIP_LETTERS.message),
};

export const vipContact = endpoint({
  method: 'GET',
  path: '/web/vip-service/contact',
  summary: 'When the caller last asked for VIP service, and from when on the next question is taken',
  data: z.object({ sentAt: timeMs.nullable(), nextAt: timeMs.nullable() }),
});

export const sendVipContact = endpoint({
  method: 'POST',
  path: '/web/vip-service/contact',
  summary: 'Asks for VIP service; once in 24 hours',
  body: z.object(inquiry),
  data: z.object({ sentAt: timeMs, nextAt: timeMs }),
  weight: 5,
});

export const operatorVipContacts = endpoint({
  method: 'GET',
  path: '/operator/vip-contact/list',
  summary: 'Who asked for VIP service, newest first',
  permission: operator,
  query: z.object({ before: wholeNumber(1).optional(), limit: wholeNumber(1, 500).default(100) }),
  data: z.object({
    contacts: z.array(
      z.object({ id: z.int().positive(), uid: z.int(), email: z.string(), ...inquiry, sentAt: timeMs }),
    ),
  }),
});
