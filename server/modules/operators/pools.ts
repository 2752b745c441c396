/** The house's own money: capital that the operator brings in, the pools that it fills, and the sums of all accounts. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { operatorFundPool, operatorLedger, operatorPools } from '@agio/contracts/http/operators';
import type { Idempotency, Pool } from '@agio/core';
import { type Amount, formatUnits } from '@agio/core/fixed';
import { houseBalances } from './house-balances.ts';
import { keyOf, scaleOf, send, type Sender, unitsOf } from './sending.ts';

export function poolRoutes(sender: Sender): Route[] {
  const { engine } = sender;
  return [
    implement(operatorFundPool, async (input) => {
      await fundPool(sender, input.body, keyOf(input));
      return { accounts: await houseBalances(engine) };
    }),
    implement(operatorPools, async () => ({ accounts: await houseBalances(engine) })),
    implement(operatorLedger, async () => {
      const sums = await engine.query('ledgerSums', {});
      return {
        seq: engine.durableSeq,
        sums: sums.map(({ asset, scale, ...amounts }) => ({
          asset,
          sum: formatUnits(amounts.sum, scale),
          users: formatUnits(amounts.users, scale),
          house: formatUnits(amounts.house, scale),
          external: formatUnits(amounts.external, scale),
        })),
      };
    }),
  ];
}

interface PoolMove {
  readonly pool: Pool;
  readonly asset: string;
  readonly amount: string;
}

/** Sends two commands with different keys, so that a repeat completes an interrupted call and does nothing twice. */
async function fundPool(
  sender: Sender,
  { pool, asset, ...move }: PoolMove,
  { key, fingerprint }: Idempotency,
): Promise<void> {
  const amount = unitsOf<Amount>('amount', move.amount, await scaleOf(sender.engine, asset));
  const keyed = (step: string): Idempotency => ({ key: `${key}:${step}`, fingerprint });
  await send(sender, { kind: 'ContributeCapital', asset, amount, idempotency: keyed('capital') }, 'Done');
  await send(sender, { kind: 'FundPool', pool, asset, amount, idempotency: keyed('pool') }, 'Done');
}
