/**
 * Deposits from chains: each user has an address for a coin in a network; what arrives there is credited when enough blocks lie on it. A
 * demo has chains of its own; another exchange has none attached yet, and says so.
 */
import type { NoteFailure } from '../../failures/failures.ts';
import type { Store } from '../../store/index.ts';
import type { Markets } from '../markets/index.ts';
import type { Module } from '../module.ts';
import type { WalletModule } from '../wallet/index.ts';
import { createDemoChain } from './demo-chain.ts';
import { depositRoutes } from './routes.ts';
import { DEMO_NETWORKS, TEST_COINS } from './test-coins.ts';
import { watchChain } from './watcher.ts';

const WATCH_EVERY_MS = 1_000;

export interface DepositsOptions {
  readonly store: Store;
  readonly markets: Markets;
  readonly wallet: WalletModule;
  readonly isDemo: boolean;
  readonly hasLimits: boolean;
  /** Addresses of the demo's chains are derived from it. */
  readonly addressKey: Buffer;
  readonly note: NoteFailure;
}

export function createDeposits(options: DepositsOptions): Module {
  const { store, markets, wallet, isDemo, hasLimits, addressKey, note } = options;
  const { db } = store;
  const assets = [...TEST_COINS.keys()];
  const chains = isDemo ? DEMO_NETWORKS.map((rules) => createDemoChain({ ...rules, assets, db, addressKey })) : [];
  return {
    routes: depositRoutes({ db, markets, chains, hasLimits }),
    jobs: chains.map((chain) => ({
      name: `deposits of ${chain.network}`,
      everyMs: WATCH_EVERY_MS,
      beginsAtOnce: true,
      run: () => watchChain({ db, deposit: wallet.deposit, note }, chain),
    })),
  };
}
