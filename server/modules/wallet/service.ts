/** Moves of a user's funds: between wallets, and in from outside on a demo exchange. */
import { randomUUID } from 'node:crypto';
import { Refusal } from '@agio/contracts/errors';
import type { Outcome, Wallet as WalletName } from '@agio/core';
import { type Amount, formatUnits } from '@agio/core/fixed';
import type { Engine } from '../../engine/index.ts';
import type { Db } from '../../store/index.ts';
import { readUnits, type Markets } from '../markets/index.ts';
import type { Answered } from './answered.ts';
import { closeGrant, openGrant } from './repo.ts';

const DAY_MS = 86_400_000;
const TEST_FUNDS = [
  { asset: 'USDT', amount: '10000' },
  { asset: 'BTC', amount: '0.1' },
  { asset: 'ETH', amount: '1' },
  { asset: 'SOL', amount: '10' },
] as const;

export interface Funds {
  transfer(uid: number, order: TransferOrder): Promise<{ transferId: number }>;
  /** From outside the exchange; the same key has one effect. */
  deposit(uid: number, asset: string, amount: string, key: string): Promise<{ transferId: number }>;
  faucet(uid: number): Promise<{ credited: { asset: string; amount: string }[] }>;
}

export interface TransferOrder {
  readonly asset: string;
  readonly from: WalletName;
  readonly to: WalletName;
  readonly amount: string;
  /** Empty: this call only. */
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

export function createFunds(engine: Engine, db: Db, markets: Markets, answered: Answered, isDemo: boolean): Funds {
  const scaleOf = (asset: string): number => {
    const scale = markets.live.scales.get(asset);
    if (scale === undefined) throw new Refusal('UNKNOWN_ASSET');
    return scale;
  };
  const amountOf = (asset: string, text: string): Amount => {
    const units = readUnits(text, scaleOf(asset));
    if (units === 'TOO_LARGE') throw new Refusal('AMOUNT_TOO_LARGE');
    if (units === 'TOO_FINE' || units === 0) throw new Refusal('BAD_REQUEST', { detail: 'amount must be above 0 and within the decimals of the asset', field: 'amount' });
    return units as Amount;
  };
  const settle = (uid: number, outcome: Outcome): { transferId: number } => {
    answered.note(uid, outcome.seq);
    if (!outcome.ok) throw new Refusal(outcome.code);
    if (outcome.result.kind !== 'Transfer') throw new Error(`a transfer was answered by ${outcome.result.kind}`);
    return { transferId: outcome.result.transferId };
  };
  const deposit = async (uid: number, asset: string, text: string, key: string): Promise<{ transferId: number }> => {
    const amount = amountOf(asset, text);
    const idempotency = { key, fingerprint: `${asset} ${amount}` };
    return settle(uid, await engine.submit({ kind: 'Deposit', uid, asset, amount, idempotency }));
  };

  return {
    deposit,
    async transfer(uid, { asset, from, to, amount, idempotencyKey, fingerprint }) {
      const idempotency = { key: idempotencyKey || randomUUID(), fingerprint };
      const body = { kind: 'Transfer', uid, asset, from, to, amount: amountOf(asset, amount), idempotency } as const;
      return settle(uid, await engine.submit(body));
    },
    async faucet(uid) {
      if (!isDemo) throw new Refusal('NOT_DEMO');
      const grant = await openGrant(db, uid, Date.now(), DAY_MS);
      if ('waitMs' in grant) throw new Refusal('FAUCET_WAIT', { seconds: Math.ceil(grant.waitMs / 1000) });
      // One key per grant and asset: a grant that a crash cut short is finished by the next call, never paid twice.
      const funds = TEST_FUNDS.filter(({ asset }) => markets.live.scales.has(asset));
      for (const { asset, amount } of funds) await deposit(uid, asset, amount, `faucet-${grant.grantedAtMs}-${asset}`);
      await closeGrant(db, uid, grant.grantedAtMs);
      return { credited: funds.map(({ asset, amount }) => ({ asset, amount })) };
    },
  };
}

export function amountText(markets: Markets, asset: string, units: number | bigint): string {
  const scale = markets.live.scales.get(asset);
  if (scale === undefined) throw new Error(`asset ${asset} has no scale`);
  return formatUnits(units, scale);
}
