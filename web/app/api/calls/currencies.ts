import type { DataOf } from '@agio/contracts/calls';
import type { CurrencyRate } from '@agio/contracts/http/site-settings';
import { request, type Call } from '../request.ts';

/** Display rules of a currency. */
export type FiatDetail = Pick<
  DataOf<'GET /web/api/v1/common/fiat_currency/list'>[number],
  'countryCoin' | 'moneySymbol' | 'precision'
>;

export async function getRates(call: Call): Promise<readonly CurrencyRate[]> {
  return (await request(call, 'GET /web/api/v1/common/rate/list')).rateList;
}

export function getFiats(call: Call): Promise<readonly FiatDetail[]> {
  return request(call, 'GET /web/api/v1/common/fiat_currency/list');
}

/** `content` is CODE_symbol. */
export function getCurrencies(call: Call): Promise<DataOf<'GET /web/api/v1/userCenter/currency'>> {
  return request(call, 'GET /web/api/v1/userCenter/currency');
}
