/** Moves of a user's funds: between wallets, and in from outside on a demo exchange. */
import { createHash, randomUUID } from 'node:crypto';
import { DAY_MS } from '@agio/contracts/durations';
import { Refusal } from '@agio/contracts/errors';
import type { CommandBody, Wallet } from '@agio/core';
import { type Amount, formatUnits } from '@agio/core/fixed';
import { DUST_INTO } from '@agio/core/formulas';
import type { EngineHandle } from '../../engine/index.ts';
import { lockedWritesOf } from '../../limits/locked-writes.ts';
import type { Db } from '../../store/index.ts';
import { readUnits, type Markets } from '../markets/index.ts';
import type { Answered } from '../../commands/answered.ts';
import type { MoveRate } from './move-rate.ts';
import { closeGrant, openGrant } from './repo.ts';
import { submit } from '../../commands/submit.ts';

const TEST_FUNDS = [
  { asset: 'USDT', amount: '10000' },
  { asset: 'BTC', amount: '0.1' },
  { asset: 'ETH', amount: '1' },
  { asset: 'SOL', amount: '10' },
] as const;

/**
 * All of them throw a Refusal. Besides those named: UNKNOWN_ASSET; for an amount BAD_REQUEST (zero, or finer than the asset) and
 * AMOUNT_TOO_LARGE; and whatever the core refuses, under the name of its code.
 */
export interface Funds {
  /** Between two wallets of one user. Throws TOO_MANY_ATTEMPTS past the user's own limit of moves; the server's own moves have none. */
  transfer(order: TransferOrder): Promise<Moved>;
  /** From outside the exchange. */
  deposit(order: DepositOrder): Promise<Moved>;
  /** Sells small balances for USDT; `received` in its units. Throws TOO_MANY_ATTEMPTS past the user's own limit of moves. */
  convertDust(order: DustOrder): Promise<{ readonly into: string; readonly received: Amount }>;
  /** Test funds, once a day; decimal texts. Throws NOT_DEMO, and FAUCET_WAIT with the seconds until the next. */
  faucet(uid: number): Promise<{ credited: { asset: string; amount: string }[] }>;
}

export interface Moved {
  readonly transferId: number;
  /** The key had moved the funds before; nothing was moved now. */
  readonly repeated: boolean;
}

interface FundsOrder {
  readonly uid: number;
  readonly asset: string;
  /** Decimal text. */
  readonly amount: string;
}

export interface DepositOrder extends FundsOrder {
  /** The same key has one effect. Only the server brings deposits, so the key is always one of the server's. */
  readonly key: ServersKey;
}

export interface TransferOrder extends FundsOrder {
  /** The same key has one effect; empty: no key, each call has an effect and leaves no record. Clients' keys start with `c:`. */
  readonly key: string;
  readonly from: Wallet;
  readonly to: Wallet;
  /** Out of FUTURES while there is bonus: its loss is accepted (trading E5). */
  readonly confirmForfeit?: boolean;
}

/** Small balances that become USDT (trading C7). */
export interface DustOrder {
  readonly uid: number;
  readonly coins: readonly string[];
  /** Decimal text, in USDT. */
  readonly minReceived: string;
  /** The same key has one effect; empty: each call has one, at most once a day. */
  readonly key: string;
}

type MoveCommand = Extract<CommandBody, { kind: 'Deposit' | 'Transfer' }>;

/** Keys of the exchange's own moves for a user. */
type ServersKey = `s:${string}`;
const isServers = (key: string): boolean => key.startsWith('s:');

/** `rate` counts what users themselves move between their wallets. */
export function createFunds(
  { engine, db, markets }: { readonly engine: EngineHandle; readonly db: Db; readonly markets: Markets },
  answered: Answered,
  rate: MoveRate,
  isDemo: boolean,
): Funds {
  const scaleOf = (asset: string): number => {
    const scale = markets.live.scales.get(asset);
    if (scale === undefined) throw new Refusal('UNKNOWN_ASSET');
    return scale;
  };
  const amountOf = (asset: string, text: string): Amount => {
    const units = readUnits(text, scaleOf(asset));
    if (units === 'TOO_LARGE') throw new Refusal('AMOUNT_TOO_LARGE');
    if (units === 'TOO_FINE' || units === 0)
      throw new Refusal('BAD_REQUEST', {
        detail: 'amount must be above 0 and within the decimals of the asset',
        field: 'amount',
      });
    return units as Amount;
  };
  const move = async (command: MoveCommand): Promise<Moved> => {
    const { result, repeated } = await submit({ engine, answered }, command, 'Transfer', [command.uid]);
    return { transferId: result.transferId, repeated };
  };
  const deposit = async ({ uid, asset, amount: text, key }: DepositOrder): Promise<Moved> => {
    const amount = amountOf(asset, text);
    const idempotency = { key, fingerprint: fingerprintOf(asset, amount) };
    return await move({ kind: 'Deposit', uid, asset, amount, idempotency });
  };

  return {
    deposit,
    async transfer({ uid, asset, from, to, amount: text, key, confirmForfeit = false }) {
      const amount = amountOf(asset, text);
      if (!isServers(key)) await rate.take(uid);
      const consent = confirmForfeit ? ['forfeit'] : [];
      const fingerprint = fingerprintOf(asset, amount, from, to, ...consent);
      const idempotency = key === '' ? null : { key, fingerprint };
      const command = { kind: 'Transfer', uid, asset, from, to, amount, idempotency } as const;
      return await move(confirmForfeit ? { ...command, confirmForfeit } : command);
    },
    async convertDust({ uid, coins, minReceived: text, key }) {
      const minReceived = readUnits(text, scaleOf(DUST_INTO));
      if (minReceived === 'TOO_LARGE') throw new Refusal('AMOUNT_TOO_LARGE');
      if (minReceived === 'TOO_FINE')
        throw new Refusal('BAD_REQUEST', { detail: 'must be within the decimals of the asset', field: 'minReceived' });
      await rate.take(uid);
      const idempotency = {
        key: key === '' ? `s:dust:${randomUUID()}` : key,
        fingerprint: fingerprintOf('DUST', ...coins, minReceived),
      };
      const command = { kind: 'ConvertDust', uid, coins, minReceived: minReceived as Amount, idempotency } as const;
      const { result } = await submit({ engine, answered }, command, 'Moved', [uid]);
      return { into: DUST_INTO, received: result.amount };
    },
    async faucet(uid) {
      if (!isDemo) throw new Refusal('NOT_DEMO');
      const grant = await lockedWritesOf(db).run(uid, () => openGrant(db, uid, Date.now(), DAY_MS));
      if ('waitMs' in grant) throw new Refusal('FAUCET_WAIT', { seconds: Math.ceil(grant.waitMs / 1000) });
      // One key per grant and asset: a grant that a crash cut short is finished by the next call, never paid twice.
      const funds = TEST_FUNDS.filter(({ asset }) => markets.live.scales.has(asset));
      for (const { asset, amount } of funds)
        await deposit({ uid, asset, amount, key: `s:faucet:${grant.grantedAtMs}:${asset}` });
      await closeGrant(db, uid, grant.grantedAtMs);
      return { credited: funds.map(({ asset, amount }) => ({ asset, amount })) };
    },
  };
}

/** The move that a key is bound to, as a hash: the same key for another move is refused. */
function fingerprintOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32);
}

export function amountText(markets: Markets, asset: string, units: number | bigint): string {
  const scale = markets.live.scales.get(asset);
  if (scale === undefined) throw new Error(`asset ${asset} has no scale`);
  return formatUnits(units, scale);
}
