/** Wallet: what users hold, moves between their wallets, deposits. Balances live in the engine; here is their history. */
import type { BalanceView, CoreEvent } from '@agio/core';
import type { EngineHandle } from '../../engine/index.ts';
import type { Module } from '../module.ts';
import { inParts, type Projection, type Store } from '../../store/index.ts';
import type { Markets } from '../markets/index.ts';
import { answeredOf } from '../../commands/answered.ts';
import type { LongReads } from '../../limits/long-reads.ts';
import { type CorrectionRow, insertCorrections, insertMoves } from './repo.ts';
import { dialectRoutes } from './dialect.ts';
import { dustRoutes } from './dust-routes.ts';
import { ledgerRoutes } from './ledger-routes.ts';
import { createMoveRate } from './move-rate.ts';
import { walletRoutes } from './routes.ts';
import { createFunds, type Funds } from './service.ts';
import { insertSpotEntries, spotEntryRows } from './spot-entries.ts';

export { createMoveRate, type MoveRate } from './move-rate.ts';
export { balanceOf } from './routes.ts';

export interface WalletModule extends Module {
  readonly deposit: Funds['deposit'];
  readonly transfer: Funds['transfer'];
  balances(uid: number): Promise<BalanceView[]>;
}

export interface WalletOptions {
  readonly store: Store;
  readonly engine: EngineHandle;
  readonly markets: Markets;
  /** Whether there are test funds. */
  readonly isDemo: boolean;
  /** Whether there is a limit to how often a user moves funds. */
  readonly hasLimits: boolean;
  /** Of all modules together. */
  readonly longReads: LongReads;
}

const walletProjection: Projection = {
  name: 'wallet',
  async apply(tx, events) {
    const moves = events.filter((event) => event.kind === 'FundsMoved').map(toMove);
    await inParts(moves, (part) => insertMoves(tx, part));
    const corrections = events.filter((event) => event.kind === 'AccountCorrected').map(toCorrection);
    await inParts(corrections, (part) => insertCorrections(tx, part));
    const entries = spotEntryRows(events);
    if (entries.length > 0) await insertSpotEntries(tx, entries);
  },
};

function toMove(event: Extract<CoreEvent, { kind: 'FundsMoved' }>): Parameters<typeof insertMoves>[1][number] {
  const { transferId, transferKind: kind, uid, asset, amount, from, to, timeMs } = event;
  return { transferId, kind, uid, asset, amount, from, to, timeMs };
}

function toCorrection(event: Extract<CoreEvent, { kind: 'AccountCorrected' }>): CorrectionRow {
  const {
    seq,
    index: eventIndex,
    uid,
    eventId: correctionId,
    account,
    asset,
    amount,
    corrects,
    reason,
    timeMs,
  } = event;
  return { seq, eventIndex, uid, correctionId, account, asset, amount, corrects, reason, timeMs };
}

export function createWallet({ store, engine, markets, isDemo, hasLimits, longReads }: WalletOptions): WalletModule {
  const answered = answeredOf(store);
  const funds = createFunds({ engine, db: store.db, markets }, answered, createMoveRate('TRANSFER', hasLimits), isDemo);
  return {
    routes: [
      ...walletRoutes(engine, store.db, markets, funds, answered),
      ...dustRoutes(engine, markets, funds),
      ...ledgerRoutes(store.db, markets, answered, longReads),
      ...dialectRoutes(store.db, markets, funds, answered),
    ],
    projections: [walletProjection],
    deposit: funds.deposit,
    transfer: funds.transfer,
    balances: (uid) => engine.query('balances', { uid }),
  };
}
