import { request, type Call } from '../request.ts';

/** The unchecked answer: lists of records by kind of prize. `readPrizes` (features/prizes/prize-records.ts) checks the records. */
export function getPendingPrizes(call: Call): Promise<unknown> {
  return request(call, 'GET /welfare/v2/prize/query-wait-pop-record', { token: 'parent' });
}

export function closePrizes(call: Call, idList: readonly string[]): Promise<unknown> {
  return request(call, 'POST /welfare/v2/prize/close-pop', { body: { idList }, token: 'parent' });
}
