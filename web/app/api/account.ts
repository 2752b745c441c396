import { dataOf, type Call } from './client.ts';
import type { ApiKeyView, Balance, SessionUser, UserRate, Wallet } from './types.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function register(call: Call, credentials: Credentials): Promise<{ uid: number }> {
  return dataOf(call('/auth-v2/api/v2/auth/register', { method: 'POST', body: credentials }));
}

export function logIn(call: Call, credentials: Credentials): Promise<{ uid: number }> {
  return dataOf(call('/auth-v2/api/v2/auth/login', { method: 'POST', body: credentials }));
}

export function logOut(call: Call): Promise<unknown> {
  return dataOf(call('/auth-v2/api/v2/auth/logout', { method: 'POST', body: {}, endsSession: false, token: 'parent' }));
}

/** A short-lived token for the private socket. */
export async function getExchangeToken(call: Call): Promise<string> {
  const init = { method: 'POST', body: {}, token: 'parent', hasTips: false } as const;
  return (await dataOf<{ token: string }>(call('/auth-v2/api/v2/auth/token', init))).token;
}

export function getUser(call: Call): Promise<SessionUser> {
  return dataOf<SessionUser>(call('/web/api/v1/userCenter/getUserInfo'));
}

export function getUserRate(call: Call): Promise<UserRate> {
  return dataOf<UserRate>(call('/web/user/vip/user_rate'));
}

export async function getBalances(call: Call): Promise<readonly Balance[]> {
  return (await dataOf<{ balances: readonly Balance[] }>(call('/web/spot/account/balances'))).balances;
}

export interface Transfer {
  readonly asset: string;
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amount: string;
}

export function transfer(call: Call, body: Transfer, idempotencyKey: string): Promise<unknown> {
  return dataOf(
    call('/web/account/transfer', { method: 'POST', body, headers: { 'Idempotency-Key': idempotencyKey } }),
  );
}

export function getTestFunds(call: Call): Promise<unknown> {
  return dataOf(call('/web/demo/faucet', { method: 'POST', body: {} }));
}

export async function getApiKeys(call: Call): Promise<readonly ApiKeyView[]> {
  return (await dataOf<{ apiKeys: readonly ApiKeyView[] }>(call('/web/user/api-key/list'))).apiKeys;
}

export function createApiKey(
  call: Call,
  label: string,
  scopes: readonly string[],
  ipList: readonly string[],
): Promise<{ apiKey: string; apiSecret: string }> {
  return dataOf(call('/web/user/api-key/create', { method: 'POST', body: { label, scopes, ipList } }));
}

export function deleteApiKey(call: Call, id: number): Promise<unknown> {
  return dataOf(call('/web/user/api-key/delete', { method: 'POST', body: { id } }));
}

/** Settings of the whole site, of which the pages read this one. */
export function getPublicInfo(call: Call): Promise<{ isDemo: boolean }> {
  return dataOf(call('/web/common/public_info_v4', { method: 'POST', body: {} }));
}
