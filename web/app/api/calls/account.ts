import type { BodyOf, DataOf } from '@agio/contracts/calls';
import { once } from '../once.ts';
import { request, type Call } from '../request.ts';
import type { ApiKeyView, Balance, SessionUser, UserRate } from '../types.ts';

export type Credentials = BodyOf<'POST /auth-v2/api/v2/auth/login'>;

export function register(call: Call, body: Credentials): Promise<{ readonly uid: number }> {
  return request(call, 'POST /auth-v2/api/v2/auth/register', { body });
}

export function logIn(call: Call, body: Credentials): Promise<{ readonly uid: number }> {
  return request(call, 'POST /auth-v2/api/v2/auth/login', { body });
}

export function logOut(call: Call): Promise<unknown> {
  return request(call, 'POST /auth-v2/api/v2/auth/logout', { endsSession: false, token: 'parent' });
}

/** A short-lived token for the private socket. */
export async function getExchangeToken(call: Call): Promise<string> {
  return (await request(call, 'POST /auth-v2/api/v2/auth/token', { token: 'parent', hasTips: false })).token;
}

export function getUser(call: Call): Promise<SessionUser> {
  return request(call, 'GET /web/api/v1/userCenter/getUserInfo');
}

export function getUserRate(call: Call): Promise<UserRate> {
  return request(call, 'GET /web/user/vip/user_rate');
}

export async function getBalances(call: Call): Promise<readonly Balance[]> {
  return (await request(call, 'GET /web/spot/account/balances')).balances;
}

export function transfer(
  call: Call,
  body: BodyOf<'POST /web/account/transfer'>,
  idempotencyKey: string,
): Promise<unknown> {
  return request(call, 'POST /web/account/transfer', { body, headers: once(idempotencyKey) });
}

export function getDust(call: Call): Promise<DataOf<'GET /web/account/dust'>> {
  return request(call, 'GET /web/account/dust');
}

export function convertDust(
  call: Call,
  body: BodyOf<'POST /web/account/dust/convert'>,
  idempotencyKey: string,
): Promise<DataOf<'POST /web/account/dust/convert'>> {
  return request(call, 'POST /web/account/dust/convert', { body, headers: once(idempotencyKey) });
}

export function getTestFunds(call: Call): Promise<unknown> {
  return request(call, 'POST /web/demo/faucet');
}

export async function getApiKeys(call: Call): Promise<readonly ApiKeyView[]> {
  return (await request(call, 'GET /web/user/api-key/list')).apiKeys;
}

export function createApiKey(
  call: Call,
  body: BodyOf<'POST /web/user/api-key/create'>,
): Promise<DataOf<'POST /web/user/api-key/create'>> {
  return request(call, 'POST /web/user/api-key/create', { body });
}

export function changeKeyAddresses(call: Call, id: number, ipList: string[]): Promise<unknown> {
  return request(call, 'POST /web/user/api-key/update', { body: { id, ipList } });
}

export function deleteApiKey(call: Call, id: number): Promise<unknown> {
  return request(call, 'POST /web/user/api-key/delete', { body: { id } });
}

/** Settings of the whole site. */
export function getPublicInfo(call: Call): Promise<DataOf<'POST /web/common/public_info_v4'>> {
  return request(call, 'POST /web/common/public_info_v4');
}
