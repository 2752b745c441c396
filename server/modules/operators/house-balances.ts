/** The balances of the house's accounts, as text. */
import { formatUnits } from '@agio/core/fixed';
import { FEE_ACCOUNT } from '@agio/core/words';
import type { EngineHandle } from '../../engine/index.ts';

export interface HouseBalance {
  readonly name: string;
  readonly asset: string;
  readonly balance: string;
}

/** Those with a name (its capital, the pools, the clearing of the contracts), then its fees of each asset that has some. */
export async function houseBalances(engine: EngineHandle): Promise<HouseBalance[]> {
  // Asked for together they are answered together: no command comes between.
  const [accounts, sums] = await Promise.all([engine.query('houseAccounts', {}), engine.query('ledgerSums', {})]);
  const scales = new Map(sums.map(({ asset, scale }) => [asset, scale]));
  // Fees are what the house holds without a name.
  const fees = sums.map(({ asset, house }) => {
    const named = accounts.filter((account) => account.asset === asset);
    return { name: FEE_ACCOUNT, asset, balance: named.reduce((rest, { balance }) => rest - balance, house) };
  });
  return [...accounts, ...fees.filter(({ balance }) => balance !== 0n)].map(({ name, asset, balance }) => ({
    name,
    asset,
    balance: formatUnits(balance, scales.get(asset) ?? 0),
  }));
}
