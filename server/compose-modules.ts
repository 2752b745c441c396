/**
 * The modules of the exchange, lowest tier first: only what each one is given is written here, not how it is built
 * (server/modules/module.ts). A domain is added by one line and its name in the list at the end.
 */
import type { Config } from './config.ts';
import type { FindUnit } from './engine/index.ts';
import type { RunningEngine } from './engine/start-engine.ts';
import type { DemoPrices, IndexPrices } from './external/index.ts';
import { createLongReads } from './limits/long-reads.ts';
import type { NoteFailure } from './failures/failures.ts';
import type { Module } from './modules/module.ts';
import { createAlerts, createStatusNotices } from './modules/alerts/index.ts';
import { createCompliance } from './modules/compliance/index.ts';
import { createContent } from './modules/content/index.ts';
import { createDeposits } from './modules/deposits/index.ts';
import { createFutures } from './modules/futures/index.ts';
import { createMarkets } from './modules/markets/index.ts';
import { createMessages } from './modules/messages/index.ts';
import { auditFiles, createOperators } from './modules/operators/index.ts';
import { createPortfolio } from './modules/portfolio/index.ts';
import { createReceipts } from './modules/receipts/index.ts';
import { createSpot } from './modules/spot/index.ts';
import { createTracking } from './modules/tracking/index.ts';
import { createUsers, deriveKey } from './modules/users/index.ts';
import { createVip } from './modules/vip/index.ts';
import { createWallet } from './modules/wallet/index.ts';
import type { Store } from './store/index.ts';

export type Modules = ReturnType<typeof createModules>;

/** What the modules are made from: parts of the exchange that exist before them. */
export interface ModuleDependencies {
  readonly config: Config;
  readonly store: Store;
  readonly engine: RunningEngine;
  /** Finds the unit of the journal that holds a command. */
  readonly findUnit: FindUnit;
  /** The demo's makers and takers have a higher order rate than people. */
  readonly isDemoTrader: (uid: number) => boolean;
  readonly prices: IndexPrices;
  /** Null where there is no demo to shock. */
  readonly demoPrices: DemoPrices | null;
  /** Notes failures after which the exchange goes on. */
  readonly note: NoteFailure;
  /** Whether the exchange trades; asked once it is composed. */
  readonly isReady: () => boolean;
}

export function createModules({
  config,
  store,
  engine,
  findUnit,
  isDemoTrader,
  prices,
  demoPrices,
  note,
  isReady,
}: ModuleDependencies) {
  const { isDemo, hasRateLimits } = config;
  const secretKey = config.secretKey.toString('hex');
  const isOrderLimited = (uid: number): boolean => hasRateLimits && !isDemoTrader(uid);
  const longReads = createLongReads();
  const users = createUsers({ store, secretKey, isSecretKeyCertain: config.isSecretKeyCertain, hasRateLimits });
  const markets = createMarkets({ store, engine, note });
  const wallet = createWallet({ store, engine, markets, isDemo, hasLimits: hasRateLimits, longReads });
  const deposits = createDeposits({
    store,
    markets,
    wallet,
    isDemo,
    hasLimits: hasRateLimits,
    addressKey: deriveKey(secretKey, 'demo chain addresses'),
    note,
  });
  const compliance = createCompliance({ store });
  const tracking = createTracking({ store, note });
  const content = createContent({
    db: store.db,
    isDemo,
    routesOfAll: () => Object.values(all).flatMap(({ routes }) => routes),
    system: { isReady, engine, coins: () => markets.live.scales.size },
  });
  const messages = createMessages({ store, chat: config.chat, hasLimits: hasRateLimits, emailsOf: users.emailsOf });
  const spot = createSpot({ store, engine, markets, users, isOrderLimited, note });
  const futures = createFutures({
    store,
    engine,
    markets,
    prices,
    hasLimits: hasRateLimits,
    isOrderLimited,
    longReads,
    note,
  });
  const portfolio = createPortfolio({ store, engine });
  const alerts = createAlerts({ store, engine, markets, futures, hasLimits: hasRateLimits });
  const statusNotices = createStatusNotices({ store, markets: markets.live, contracts: futures.live });
  const receipts = createReceipts({ store, markets, findUnit });
  const vip = createVip({ store, users });
  const operators = createOperators({
    store,
    users,
    wallet,
    engine,
    isDemo,
    demoPrices,
    auditKey: deriveKey(secretKey, 'operator audit'),
    auditFiles: auditFiles(config.dataDirectory),
  });
  // In this order they take each step of the start; they stop in the opposite one.
  const lower = { users, markets, wallet, deposits, compliance, tracking, content, messages };
  const all = { ...lower, spot, futures, portfolio, alerts, statusNotices, receipts, vip, operators } satisfies Record<
    string,
    Module
  >;
  return all;
}
