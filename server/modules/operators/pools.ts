/** The house's own money: capital that the operator brings in, and the pools it fills. */
import { Refusal } from '@agio/contracts/errors';
import type { CommandBody, Pool } from '@agio/core';
import { type Amount, formatUnits, parseUnits } from '@agio/core/fixed';
import type { Engine } from '../../engine/index.ts';

interface Wish {
  readonly pool: Pool;
  readonly asset: string;
  readonly amount: string;
}

interface PoolBalance {
  readonly name: string;
  readonly asset: string;
  readonly balance: string;
}

/** Two commands, each with a key of its own, so that a repeat finishes what was cut short and does nothing twice. */
export async function fundPool(engine: Engine, wish: Wish, key: string, fingerprint: string): Promise<PoolBalance[]> {
  const scales = new Map((await engine.query('assets', {})).map(({ asset, scale }) => [asset, scale]));
  const scale = scales.get(wish.asset);
  if (scale === undefined) throw new Refusal('UNKNOWN_ASSET');
  const amount = parseUnits(wish.amount, scale) as Amount | null;
  if (amount === null) throw new Refusal('AMOUNT_TOO_LARGE');
  const { pool, asset } = wish;
  const move = async (command: CommandBody): Promise<void> => {
    const outcome = await engine.submit(command);
    if (!outcome.ok) throw new Refusal(outcome.code);
  };
  await move({ kind: 'ContributeCapital', asset, amount, idempotency: { key: `${key}:capital`, fingerprint } });
  await move({ kind: 'FundPool', pool, asset, amount, idempotency: { key: `${key}:pool`, fingerprint } });
  const accounts = await engine.query('houseAccounts', {});
  return accounts.map(({ name, asset: of, balance }) => ({
    name,
    asset: of,
    balance: formatUnits(balance, scales.get(of) ?? 0),
  }));
}
