import type { Contract } from './types.ts';
import { dataOf, type Call } from './client.ts';

/** What the person pays, as fractions. */
export interface OwnRates {
  readonly spotMakerRate: string;
  readonly spotTakerRate: string;
  readonly futureMakerRate: string;
  readonly futureTakerRate: string;
}

export function getOwnRates(call: Call): Promise<OwnRates> {
  return dataOf<OwnRates>(call('/web/user/vip/user_rate'));
}

export async function getContracts(call: Call): Promise<readonly Contract[]> {
  return (await dataOf<{ symbols: readonly Contract[] }>(call('/futures/market/symbol'))).symbols;
}
