/** The modules of the exchange and what each is given. */
import type { Config } from './config.ts';
import type { RunningEngine } from './engine/start-engine.ts';
import type { DemoPrices, IndexPrices } from './external/index.ts';
import type { NoteFailure } from './failures.ts';
import { createCompliance } from './modules/compliance/index.ts';
import { createContent } from './modules/content/index.ts';
import { createFutures } from './modules/futures/index.ts';
import { createMarkets } from './modules/markets/index.ts';
import { createMessages } from './modules/messages/index.ts';
import { auditFiles, createOperators } from './modules/operators/index.ts';
import { createSpot } from './modules/spot/index.ts';
import { createTracking } from './modules/tracking/index.ts';
import { createUsers, deriveKey } from './modules/users/index.ts';
import { createWallet } from './modules/wallet/index.ts';
import type { Store } from './store/index.ts';

export type Modules = ReturnType<typeof createModules>;

/** `outside.isDemoTrader`: the demo's makers and takers have a higher order rate than people. */
export function createModules(
  config: Config,
  store: Store,
  engine: RunningEngine,
  outside: {
    readonly isDemoTrader: (uid: number) => boolean;
    readonly prices: IndexPrices;
    /** Null where there is no demo to shock. */
    readonly demoPrices: DemoPrices | null;
    readonly onTrouble: (error: Error) => void;
    /** Hears of failures that end nothing. */
    readonly note: NoteFailure;
    readonly onChatTrouble: (error: Error) => void;
    readonly onTrackingTrouble: (error: Error) => void;
  },
) {
  const users = createUsers({
    store,
    secretKey: config.secretKey.toString('hex'),
    hasRateLimits: config.hasRateLimits,
  });
  const markets = createMarkets({ store, engine, note: outside.note });
  const wallet = createWallet({ store, engine, markets, isDemo: config.isDemo, hasLimits: config.hasRateLimits });
  const compliance = createCompliance({ store });
  const tracking = createTracking({ store, onTrouble: outside.onTrackingTrouble });
  const content = createContent({ db: store.db, isDemo: config.isDemo });
  const messages = createMessages({
    store,
    chat: config.chat,
    hasLimits: config.hasRateLimits,
    emailsOf: users.emailsOf,
    onTrouble: outside.onChatTrouble,
  });
  const isOrderLimited = (uid: number): boolean => config.hasRateLimits && !outside.isDemoTrader(uid);
  const spot = createSpot({
    store,
    engine,
    markets,
    users,
    isOrderLimited,
    note: outside.note,
  });
  const futures = createFutures({
    store,
    engine,
    markets,
    prices: outside.prices,
    hasLimits: config.hasRateLimits,
    isOrderLimited,
    onTrouble: outside.onTrouble,
    note: outside.note,
  });
  const { demoPrices } = outside;
  const operators = createOperators({
    store,
    users,
    wallet,
    engine,
    isDemo: config.isDemo,
    demoPrices,
    auditKey: deriveKey(config.secretKey.toString('hex'), 'operator audit'),
    auditFiles: auditFiles(config.dataDirectory),
  });
  return { users, markets, wallet, compliance, content, messages, tracking, spot, futures, operators };
}
