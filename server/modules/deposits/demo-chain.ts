/**
 * The demo's own chain: coins without value, blocks by the clock. It stands in for a real chain behind the same interface, so deposits go
 * the whole way: address, arrival, confirmations, credit. Its transfers are in SQL, so a restart forgets none.
 */
import { createHmac } from 'node:crypto';
import { type Db, sql } from '../../store/index.ts';
import type { AddressOwner, Chain } from './chain.ts';

/** Nobody takes an address that begins like this for one of a real chain. */
const PREFIX = 'demo1';
const ADDRESS_HEX = 40;

interface DemoTransfer {
  /** The same id is one transfer, however often it is sent. */
  readonly txId: string;
  readonly address: string;
  readonly asset: string;
  /** Decimal text. */
  readonly amount: string;
}

export interface DemoChain extends Chain {
  /** Coins out of nothing. They are in the next block. */
  send(transfer: DemoTransfer): Promise<void>;
}

export interface DemoChainOptions extends Pick<Chain, 'network' | 'assets' | 'confirmations' | 'blockMs'> {
  readonly db: Db;
  /** Addresses are derived from it: those of another exchange are others. */
  readonly addressKey: Buffer;
}

export function createDemoChain({ db, addressKey, ...rules }: DemoChainOptions): DemoChain {
  const { network, blockMs } = rules;
  const height = (): number => Math.floor(Date.now() / blockMs);
  return {
    ...rules,
    addressOf: async ({ uid, asset }: AddressOwner) =>
      PREFIX +
      createHmac('sha256', addressKey).update(`${network} ${uid} ${asset}`).digest('hex').slice(0, ADDRESS_HEX),
    height: async () => height(),
    async arrivals(afterPosition, limit) {
      const rows = await db
        .selectFrom('demo_chain_transfers')
        .selectAll()
        .where('network', '=', network)
        .where('position', '>', afterPosition)
        .where('block', '<=', height())
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        position: row.position,
        txId: row.tx_id,
        address: row.address,
        asset: row.asset,
        amount: row.amount,
        block: row.block,
        timeMs: row.time_ms,
      }));
    },
    async send({ txId, ...transfer }) {
      await db.transaction().execute(async (tx) => {
        // One after the other: positions become visible in their order.
        await sql`lock table demo_chain_transfers in share row exclusive mode`.execute(tx);
        await tx
          .insertInto('demo_chain_transfers')
          .values({ ...transfer, tx_id: txId, network, block: height() + 1, time_ms: Date.now() })
          .onConflict((conflict) => conflict.columns(['network', 'tx_id']).doNothing())
          .execute();
      });
    },
  };
}
