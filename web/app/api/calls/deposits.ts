import type { BodyOf, DataOf } from '@agio/contracts/calls';
import { once } from '../once.ts';
import { request, type Call } from '../request.ts';

export type DepositCoin = DataOf<'GET /web/deposit/coins'>['coins'][number];
export type Deposits = DataOf<'GET /web/deposit/list'>;
export type Deposit = Deposits['items'][number];

export function getDepositCoins(call: Call): Promise<DataOf<'GET /web/deposit/coins'>> {
  return request(call, 'GET /web/deposit/coins');
}

export async function getDepositAddress(call: Call, body: BodyOf<'POST /web/deposit/address'>): Promise<string> {
  return (await request(call, 'POST /web/deposit/address', { body })).address;
}

export function getDeposits(call: Call, page: number): Promise<Deposits> {
  return request(call, 'GET /web/deposit/list', { query: { page } });
}

export function sendTestCoins(
  call: Call,
  body: BodyOf<'POST /web/demo/chain/send'>,
  idempotencyKey: string,
): Promise<unknown> {
  return request(call, 'POST /web/demo/chain/send', { body, headers: once(idempotencyKey) });
}
