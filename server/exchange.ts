/**
 * The whole exchange, put together: store, engine, modules, projections, HTTP, websockets. Read this page to see what there is
 * and in which order it starts and stops.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createYoga } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { ServerBuild } from 'react-router';
import { type Shipping, startShipping } from './backup/shipping.ts';
import { refuseUnfinished } from './backup/unfinished.ts';
import { type Config, ConfigError } from './config.ts';
import { type Demo, DEMO_PEOPLE, findDemoMarkets, importHistory, startDemo } from './demo.ts';
import { startClock } from './engine/clock.ts';
import { replayEvents } from './engine/replay.ts';
import { type RunningEngine, startEngine } from './engine/start-engine.ts';
import type { Gateway, Notices } from './gateway/index.ts';
import {
  buildHttp,
  buildOperatorHttp,
  closeHttp,
  countByPerson,
  createLimiter,
  createLimiters,
  deviceCookie,
  type HttpOptions,
  type HttpServer,
  type Limiters,
  type Pages,
  type ServedRoute,
  sessionCookie,
} from './http/index.ts';
import { databaseOfOlderRules, type Lock, readJournalId, takeLock } from './journal/index.ts';
import { createFailures } from './failures.ts';
import { openLog } from './log.ts';
import type { IndexPrices } from './external/index.ts';
import { openPrices } from './index-prices.ts';
import { createMetrics } from './metrics.ts';
import { createModules, type Modules } from './compose-modules.ts';
import { openSockets } from './open-sockets.ts';
import type { Store } from './store/index.ts';
import { type OpenStore, openStore } from './store/open-store.ts';
import { bindJournal, type Projector, sqlRows, startProjector } from './store/projector.ts';

/** An earlier process that is just stopping gets this long to let go of the folder. */
const LOCK_WAIT_MS = 6_000;
const QUEUE_LIMIT = 20_000;
const WEB_BUILD = join(import.meta.dirname, '../web/build');

export interface Exchange {
  readonly url: string;
  /** Where operators call. */
  readonly operatorUrl: string;
  readonly config: Config;
  readonly modules: Modules;
  /** How a module tells a user something at once. */
  readonly notices: Notices;
  readonly description: readonly string[];
  /** Every method and path that HTTP answers: what sweeps over all calls read, so that none is forgotten. */
  readonly served: readonly ServedRoute[];
  isReady(): boolean;
  /** Notes a rejection that nobody waited for: in the log and in the metrics. The exchange goes on. */
  noteFailure(error: unknown): void;
  /** Closes the sockets whose session or key has ended elsewhere; happens by itself every 20 s. */
  checkSockets(): Promise<void>;
  close(): Promise<void>;
}

export interface ExchangeOptions {
  readonly config: Config;
  /** Something ended that everything needs: the process has to go. */
  readonly onFailure: (error: Error) => void;
  /** Tests check every answer against its contract. */
  readonly checksAnswers?: boolean;
  /** Where the index of contracts comes from, instead of what the configuration names. */
  readonly prices?: IndexPrices;
}

/** Starts everything; resolves once calls are answered. On failure nothing is left running. */
export async function startExchange(options: ExchangeOptions): Promise<Exchange> {
  const { config } = options;
  const logger = openLog(config);
  const undo: (() => Promise<void> | void)[] = [];
  const unwind = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await start(options, logger, undo, unwind);
  } catch (error) {
    await unwind();
    throw error;
  }
}

async function start(
  options: ExchangeOptions,
  logger: Logger,
  undo: (() => Promise<void> | void)[],
  unwind: () => Promise<void>,
): Promise<Exchange> {
  const { config, onFailure } = options;
  const failures = createFailures(logger);
  const { note: noteFailure } = failures;
  const directory = join(config.dataDirectory, 'journal');
  refuseUnfinished(config.dataDirectory);
  const lock: Lock = await takeLock(config.dataDirectory, LOCK_WAIT_MS);
  undo.push(() => lock.release());
  const starting = startEngine({
    directory,
    segmentBytes: config.segmentBytes,
    snapshotEvery: config.snapshotEvery,
    queueLimit: QUEUE_LIMIT,
    onFailure,
    noteFailure,
  });
  const [opened, engine] = await openBoth(
    openStore({
      directory: config.dataDirectory,
      databaseUrl: config.databaseUrl,
      onExit: onFailure,
      checkPosition: async (position) => refuseOlderRows(position, await starting),
    }),
    starting,
  );
  const store = attachableStore(opened);
  const journalId = readJournalId(directory);
  const shipping: Shipping | null =
    config.shipping &&
    startShipping({
      ...config.shipping,
      dataDirectory: config.dataDirectory,
      logger,
      durableSeq: () => engine.durableSeq,
    });
  // What the engine still makes durable while it stops is shipped too.
  undo.push(() => shipping?.stop());
  // The engine before the projections: what it still makes durable while it stops is projected too.
  undo.push(
    () => opened.close(),
    () => store.drain(logger),
    () => engine.close(),
  );

  const state = { demo: null as Demo | null, isComplete: false };
  const onTrouble = (error: Error): void => logger.warn({ err: error }, 'the prices of contracts missed a tick');
  const { prices, demoPrices } = await openPrices(config, onTrouble, options.prices);
  undo.push(() => prices.stop());
  const isDemoTrader = (uid: number): boolean => state.demo?.traders.has(uid) ?? false;
  const modules = createModules(config, store, engine, {
    isDemoTrader,
    prices,
    demoPrices,
    onTrouble,
    note: noteFailure,
    onTrackingTrouble: (error) => logger.error({ err: error }, 'counts of the pages were not written'),
    onChatTrouble: (error) => logger.warn({ err: error }, 'old conversations of the support chat were not deleted'),
  });
  await bindJournal(opened.db, journalId);
  // A database of another exchange is told apart first.
  await modules.users.checkSecretKey();
  if (!config.isDemo) await refuseDemoPeople(modules);
  await modules.users.renewEmailKeys();
  const projector = await startProjector(
    {
      rows: sqlRows(opened.db),
      projections: [modules.users, modules.markets, modules.wallet, modules.spot, modules.futures].flatMap(
        ({ projections }) => projections,
      ),
      replay: (afterSeq, toSeq, consume) => replayEvents({ directory, afterSeq, toSeq }, consume),
      onProjected: (seq) => engine.reportProjected(seq),
      onTrouble: (error) => logger.error({ err: error }, 'the projections wait for the database'),
    },
    engine.durableSeq,
  );
  store.attach(projector);
  engine.onEvents('projections', (batch) => projector.push(batch));
  await modules.users.bindToLedger();
  await modules.futures.openStatements();

  const sockets = openSockets(config, modules, noteFailure, (error) =>
    logger.warn({ err: error }, 'whether the sessions of open sockets are alive could not be asked'),
  );
  undo.push(() => sockets.stop());
  await modules.markets.ensureMarkets();
  await modules.futures.ensureContracts();
  const demoMarkets = config.hasDemoMarket ? await findDemoMarkets(engine, demoPrices) : [];
  await importHistory(modules, demoMarkets);
  await modules.tracking.start();
  undo.push(() => modules.tracking.stop());
  await modules.markets.start();
  await modules.spot.start(sockets.spot);
  await modules.futures.start(sockets.futures);
  undo.push(
    () => modules.spot.stop(),
    () => modules.futures.stop(),
  );
  const clock = startClock(
    engine,
    () =>
      [...modules.markets.live.markets.values()].some(
        ({ view }) => view.status === 'PRE_OPEN' || view.status === 'POST_ONLY',
      ),
    noteFailure,
  );
  undo.push(() => clock.stop());

  const isReady = (): boolean =>
    state.isComplete && opened.isAnswering() && !engine.isTradingStopped && (state.demo?.isReady() ?? true);
  const metrics = createMetrics({
    engine,
    backgroundFailures: failures.counts,
    shippingLag: shipping && (() => shipping.lag()),
    projector,
    connections: sockets.connectionCount,
    passwordHashes: modules.users.passwordHashes,
  });
  const limiters = createLimiters(config.hasRateLimits);
  const http = await httpOptions(options, modules, logger, limiters, isReady, metrics);
  const site = await buildHttp(http);
  const operators = await buildOperatorHttp(http, modules.operators.audit);
  const { app } = site;
  // The demo's traders share an address with every visitor of this machine: theirs is not counted.
  const isCounted = (apiKey: unknown): boolean => !state.demo?.apiKeys.has(apiKey);
  await listen(app, config, undo, sockets.gateway(limiters.visitors, isCounted));
  const operatorUrl = await listenToOperators(operators.app, config, undo);
  if (config.isDemo)
    state.demo = await startDemo({ config, engine, modules, logger, markets: demoMarkets, prices: demoPrices });
  undo.push(() => state.demo?.stop());
  const url = `http://localhost:${config.port}`;
  const note = join(config.dataDirectory, 'server.json');
  writeFileSync(note, JSON.stringify({ operatorUrl, pid: process.pid }), { mode: 0o600 });
  undo.push(() => rmSync(note, { force: true }));
  state.isComplete = true;
  return {
    url,
    operatorUrl,
    config,
    modules,
    notices: sockets.notices,
    served: [...site.served, ...operators.served],
    isReady,
    noteFailure: (error) => noteFailure('rejection', error),
    checkSockets: sockets.check,
    close: unwind,
    description: [opened.description, `journal at command ${engine.durableSeq} (${engine.replayed} replayed)`],
  };
}

/** Whoever knows Agio knows the passwords of a demo's people: nobody's real exchange begins with them. */
async function refuseDemoPeople(modules: Modules): Promise<void> {
  for (const { email } of DEMO_PEOPLE)
    if ((await modules.users.findUser(email)) !== null)
      throw new ConfigError(
        `DEMO=0 cannot go on from a demo: its account ${email} has a password that everybody knows, and funds that nobody paid in. Give the exchange a DATA_DIR (or DATABASE_URL) of its own.`,
      );
}

/** Both start at once; when one fails the other is closed. */
async function openBoth(
  opening: Promise<OpenStore>,
  starting: Promise<RunningEngine>,
): Promise<[OpenStore, RunningEngine]> {
  const [opened, engine] = await Promise.allSettled([opening, starting]);
  if (opened.status === 'fulfilled' && engine.status === 'fulfilled') return [opened.value, engine.value];
  if (opened.status === 'fulfilled') await opened.value.close();
  if (engine.status === 'fulfilled') await engine.value.close();
  throw opened.status === 'rejected' ? opened.reason : (engine as PromiseRejectedResult).reason;
}

/** A release with newer rules cannot make what the database still misses of the older ones: nothing is changed then. */
function refuseOlderRows(position: number, { boundarySeq, durableSeq }: RunningEngine): void {
  if (position < boundarySeq) throw databaseOfOlderRules(position, boundarySeq, boundarySeq < durableSeq);
}

interface AttachableStore extends Store {
  attach(projector: Projector): void;
  /** Lets the projections catch up, and says so in the log where they did not. */
  drain(logger: Logger): Promise<void>;
}

/** Modules are made before the projector, which needs their projections: its position is attached afterwards. */
function attachableStore(opened: OpenStore): AttachableStore {
  let projector: Projector | null = null;
  return {
    db: opened.db,
    attach: (value) => (projector = value),
    async drain(logger) {
      if (!projector || (await projector.close())) return;
      logger.warn(
        { seq: projector.seq, journalSeq: projector.knownSeq },
        'the projections did not catch up with the journal: start this release again before one with newer rules',
      );
    },
    get projectedSeq() {
      return projector?.seq ?? 0;
    },
    waitForSeq: async (seq) => projector?.waitForSeq(seq),
    close: () => opened.close(),
  };
}

async function httpOptions(
  options: ExchangeOptions,
  modules: Modules,
  logger: Logger,
  limiters: Limiters,
  isReady: () => boolean,
  metrics: () => Promise<string>,
): Promise<HttpOptions> {
  const { config } = options;
  const yoga = createYoga({
    schema: modules.markets.graphqlSchema(),
    graphqlEndpoint: '/graphql',
    logging: false,
    landingPage: false,
    // It would keep the trees of whatever was asked, thousands of them.
    parserAndValidationCache: false,
    plugins: [modules.markets.graphqlPlugin],
  });
  const cookie = sessionCookie(config.product, config.publicUrl.startsWith('https:'));
  const authority = {
    knownUid: modules.users.knownUid,
    session: modules.users.resolveSession,
    apiKey: modules.users.verifyKey,
    signed: modules.users.verifySigned,
  };
  return {
    routes: Object.values(modules).flatMap((module) => module.routes),
    authority,
    count: countByPerson(limiters, authority, cookie.name),
    guesses: createLimiter(config.hasRateLimits),
    graphql: async (request) => yoga.fetch(request),
    logger,
    origins: config.origins,
    chatOrigins: config.chatOrigins,
    trustedProxies: config.trustedProxies,
    sessionCookie: cookie,
    deviceCookie: deviceCookie(config.product, config.publicUrl.startsWith('https:')),
    hasPageCache: config.hasPageCache,
    checksAnswers: options.checksAnswers ?? false,
    pages: await loadPages(),
    product: config.product,
    isDemo: config.isDemo,
    currencies: modules.markets.currencies,
    offlinePages: config.offlinePages,
    isReady,
    metrics,
    operators: config.operators,
    release: config.release,
  };
}

async function loadPages(): Promise<Pages | null> {
  const path = join(WEB_BUILD, 'server/index.js');
  if (!existsSync(path)) return null;
  return { directory: join(WEB_BUILD, 'client'), build: (await import(pathToFileURL(path).href)) as ServerBuild };
}

/** Listens on every address; ::1 may be missing on a machine without IPv6. */
async function listen(
  app: HttpServer,
  config: Config,
  undo: (() => Promise<void> | void)[],
  gateway: Gateway,
): Promise<void> {
  await app.ready();
  undo.push(() => closeHttp(app));
  gateway.attach(app.server);
  await app.listen({ port: config.port, host: config.hosts.length > 1 ? 'localhost' : config.hosts[0]! });
  undo.push(() => gateway.close());
}

/** Answers the address. */
async function listenToOperators(
  app: HttpServer,
  { operatorHost: host, operatorPort: port }: Config,
  undo: (() => Promise<void> | void)[],
): Promise<string> {
  undo.push(() => closeHttp(app));
  try {
    return await app.listen({ port, host });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new ConfigError(
      `Port ${port}, for the calls of operators, is already in use. Stop what uses it, or set OPERATOR_PORT to a free one (0 takes any).`,
    );
  }
}
