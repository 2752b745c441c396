/**
 * The demo's own chain: coins without value, blocks by the clock. It stands in for a real chain behind the same interface, so deposits go
 * the whole way: address, arrival, confirmations, credit. Its transfers are in SQL, so a restart forgets none.
 */
import { createHmac } from 'node:crypto';
import { DAY_MS } from '@agio/contracts/durations';
import { type Db, sql } from '../../store/index.ts';
import type { AddressOwner, Chain } from './chain.ts';

/** Nobody takes an address that begins like this for one of a real chain. */
const PREFIX = 'demo1';
const ADDRESS_HEX = 40;

/** Decimal text; the coins go to `address`. */
interface DemoTransfer {
  /** The same id is one transfer, however often it is sent. */
  readonly txId: string;
  readonly address: string;
  readonly asset: string;
  readonly amount: string;
  /** Uid of who asked for it: the sendings of each user within 24 hours are limited. */
  readonly sentFor: number;
}

/** `msToWait`: until one of the sendings counted is a day old; 0 when the transfer is on the chain. */
type Sent = { readonly msToWait: number };

export interface DemoChain extends Chain {
  /**
   * Coins out of nothing, in the next block. A user has `most` sendings in 24 hours on all chains together, counted in SQL, so that neither a
   * restart nor many at once bring more; one that is on the chain already is answered again and counts once.
   */
  send(transfer: DemoTransfer, most: number): Promise<Sent>;
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
    send: ({ txId, sentFor, ...transfer }, most) =>
      db.transaction().execute(async (tx) => {
        // One after the other: positions become visible in their order, and nobody is counted while another sending of his is under way.
        await sql`lock table demo_chain_transfers in share row exclusive mode`.execute(tx);
        if (await isOnChain(tx, network, txId)) return { msToWait: 0 };
        const now = Date.now();
        const msToWait = await msUntilNext(tx, sentFor, most, now);
        if (msToWait > 0) return { msToWait };
        await tx
          .insertInto('demo_chain_transfers')
          .values({ ...transfer, tx_id: txId, sent_for: sentFor, network, block: height() + 1, time_ms: now })
          .execute();
        return { msToWait: 0 };
      }),
  };
}

async function isOnChain(db: Db, network: string, txId: string): Promise<boolean> {
  const found = await db
    .selectFrom('demo_chain_transfers')
    .select('position')
    .where('network', '=', network)
    .where('tx_id', '=', txId)
    .executeTakeFirst();
  return found !== undefined;
}

/** 0 while fewer than `most` sendings for the user are younger than a day. */
async function msUntilNext(db: Db, sentFor: number, most: number, now: number): Promise<number> {
  const oldestCounted = await db
    .selectFrom('demo_chain_transfers')
    .select('time_ms')
    .where('sent_for', '=', sentFor)
    .where('time_ms', '>', now - DAY_MS)
    .orderBy('time_ms', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return oldestCounted === undefined ? 0 : oldestCounted.time_ms + DAY_MS - now;
}
