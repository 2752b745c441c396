import type { CurrencyRate } from '@agio/contracts/http/common';
import type { FiatDetail } from '../figures/money.ts';
import { dataOf, type Call } from './client.ts';

export async function getRates(call: Call): Promise<readonly CurrencyRate[]> {
  return (await dataOf<{ rateList: readonly CurrencyRate[] }>(call('/web/api/v1/common/rate/list'))).rateList;
}

export function getFiats(call: Call): Promise<readonly FiatDetail[]> {
  return dataOf(call('/web/api/v1/common/fiat_currency/list'));
}

/** `content` is CODE_symbol. */
export function getCurrencies(call: Call): Promise<readonly { readonly id: number; readonly content: string }[]> {
  return dataOf(call('/web/api/v1/userCenter/currency'));
}
