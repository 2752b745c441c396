import { dataOf, type Call } from './client.ts';

/** As the server says it: lists of records by kind of prize. */
export function getPendingPrizes(call: Call): Promise<unknown> {
  return dataOf<unknown>(call('/welfare/v2/prize/query-wait-pop-record', { token: 'parent' }));
}

export function closePrizes(call: Call, idList: readonly string[]): Promise<unknown> {
  return dataOf(call('/welfare/v2/prize/close-pop', { method: 'POST', body: { idList }, token: 'parent' }));
}
