/**
 * The whole exchange, put together: store, engine, modules, projections, HTTP, websockets. Read this page to see what there is
 * and in which order it starts and stops.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Beginning, beginExchange } from './begin.ts';
import { type Config, ConfigError } from './config.ts';
import type { Notices } from '@agio/contracts/channel';
import { type Demo, DEMO_PEOPLE, findDemoMarkets, importHistory, startDemo } from './demo/demo.ts';
import { startClock } from './engine/clock.ts';
import { eventsOfPast } from './engine/replay.ts';
import type { Gateway } from './gateway/index.ts';
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
  listenAlso,
  noConnections,
  type Pages,
  type ServedRoute,
  sessionCookie,
} from './http/index.ts';
import type { Ground } from './ground.ts';
import { createUnitFinder, readJournalId } from './journal/index.ts';
import type { DemoMarket, DemoPrices } from './external/index.ts';
import type { Failures, NoteFailure } from './failures/failures.ts';
import { startJobs } from './modules/jobs.ts';
import type { Module } from './modules/module.ts';
import type { IndexPrices } from './external/index.ts';
import { openPrices } from './open-index-prices.ts';
import { createMetrics } from './metrics.ts';
import { createModules, type Modules } from './compose-modules.ts';
import { openPages } from './open-pages.ts';
import { openSockets, type Sockets } from './open-sockets.ts';
import { bindJournal, type Projector, sqlRows, startProjector } from './store/projector.ts';

export interface Exchange {
  readonly url: string;
  /** Where operators call. */
  readonly operatorUrl: string;
  readonly config: Config;
  readonly modules: Modules;
  /** How a module tells a user something at once. */
  readonly notices: Notices;
  readonly description: readonly string[];
  /** Every method and path that HTTP answers, for tests that go through all calls. */
  readonly served: readonly ServedRoute[];
  isReady(): boolean;
  /** Notes a rejected promise without a handler, in the log and in the figures. Answers what to tell the operator, or null. */
  readonly noteRejection: Failures['noteRejection'];
  /** Closes the sockets whose session or key has ended elsewhere; happens by itself every 20 s. */
  checkSockets(): Promise<void>;
  close(): Promise<void>;
}

export interface ExchangeOptions {
  readonly config: Config;
  /** A part that all others need (engine, journal; the database while it starts) has ended: the process must stop. */
  readonly onFailure: (error: Error) => void;
  /** Tests check every answer against its contract. */
  readonly checksAnswers?: boolean;
  /** Prices for the index of contracts, in place of the configured sources. */
  readonly prices?: IndexPrices;
  /** The renderer of pages is started by the first page: for tests, most of which ask for none. */
  readonly drawsLater?: boolean;
}

type Undo = Beginning['undo'];

/** Starts everything; resolves once calls are answered. If it fails, all started parts are stopped again. */
export async function startExchange(
  options: ExchangeOptions,
  beginning: Beginning = beginExchange(options),
): Promise<Exchange> {
  const { undo } = beginning;
  const unwind = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await start(options, beginning, unwind);
  } catch (error) {
    // What is still being opened is closed too.
    await beginning.ground.catch(() => {});
    await unwind();
    throw error;
  }
}

async function start(
  options: ExchangeOptions,
  { logger, failures, undo, ground: openingGround }: Beginning,
  unwind: () => Promise<void>,
): Promise<Exchange> {
  const { config } = options;
  const { note } = failures;
  const { opening, drawing } = startPages(options, failures, logger, undo);
  const ground = await openingGround;
  const { opened, engine, store } = ground;
  const state = { demo: null as Demo | null, isComplete: false };
  const { prices, demoPrices } = await openPrices(config, (error) => note('index prices', error), options.prices);
  undo.push(() => prices.stop());
  const isDemoTrader = (uid: number): boolean => state.demo?.traders.has(uid) ?? false;
  const findUnit = createUnitFinder(ground.journalDirectory);
  const isReady = (): boolean =>
    state.isComplete && opened.isAnswering() && !engine.isTradingStopped && (state.demo?.isReady() ?? true);
  const parts = { config, store, engine, findUnit, isDemoTrader, prices, demoPrices, note, isReady };
  const modules = createModules(parts);
  const projector = await catchUp(modules, ground, config, logger);
  const sockets = openSockets(config, modules, note);
  undo.push(() => sockets.stop());
  const demoMarkets = await startModules(modules, ground, { config, demoPrices, sockets, note }, undo);

  const { shipping } = ground;
  const connections = noConnections();
  const pages = await opening;
  const metrics = createMetrics({
    engine,
    backgroundFailures: failures.counts,
    shippingLag: shipping && (() => shipping.lag()),
    projector,
    websockets: sockets.connectionCount,
    connections,
    renderer: pages === null ? null : () => pages.renderer.figures,
    passwordHashes: modules.users.passwordHashes,
  });
  const limiters = createLimiters(config.hasRateLimits);
  const http = httpOptions(options, modules, logger, limiters, { isReady, metrics, connections, pages });
  const site = await buildHttp(http);
  const operators = await buildOperatorHttp(http, modules.operators.audit);
  // The demo's traders share an address with every visitor of this machine: theirs is not counted.
  const isCounted = (apiKey: unknown): boolean => !state.demo?.apiKeys.has(apiKey);
  await listen(site.app, config, undo, sockets.gateway(limiters.visitors, isCounted));
  const operatorUrl = await listenToOperators(operators.app, config, undo);
  if (config.isDemo)
    state.demo = await startDemo({ config, engine, modules, logger, markets: demoMarkets, prices: demoPrices });
  undo.push(() => state.demo?.stop());
  // Orders are taken before pages can be drawn.
  await drawing;
  noteProcess(config, operatorUrl, undo);
  state.isComplete = true;
  undo.push(opened.keepRunning(logger));
  return {
    url: `http://localhost:${config.port}`,
    operatorUrl,
    config,
    modules,
    notices: sockets.publishers.notices,
    served: [...site.served, ...operators.served],
    isReady,
    noteRejection: failures.noteRejection,
    checkSockets: sockets.check,
    close: unwind,
    description: [opened.description, `journal at command ${engine.durableSeq} (${engine.replayed} replayed)`],
  };
}

/** Meanwhile the rest starts. It is stopped last: whoever waits for a page gets it. */
function startPages(
  { drawsLater = false }: ExchangeOptions,
  failures: Failures,
  logger: Logger,
  undo: Undo,
): { readonly opening: Promise<Pages | null>; readonly drawing: Promise<unknown> } {
  const opening = openPages(failures, logger);
  const drawing = drawsLater ? opening : opening.then((pages) => pages?.renderer.begin());
  drawing.catch(() => {});
  undo.unshift(async () => (await opening.catch(() => null))?.renderer.stop());
  return { opening, drawing };
}

/** Brings the modules' tables to where the journal is, in a database that belongs to it. */
async function catchUp(modules: Modules, ground: Ground, config: Config, logger: Logger): Promise<Projector> {
  const { journalDirectory: directory, opened, engine, store } = ground;
  const all: readonly Module[] = Object.values(modules);
  await bindJournal(opened.db, readJournalId(directory));
  // A database of another exchange is told apart first.
  for (const module of all) await module.checkDatabase?.();
  if (!config.isDemo) await refuseDemoPeople(modules);
  let told: string | null = null;
  const projector = await startProjector(
    {
      rows: sqlRows(opened.db),
      projections: all.flatMap(({ projections = [] }) => projections),
      replay: (afterSeq, toSeq, consume) => eventsOfPast(engine, { directory, afterSeq, toSeq }, consume),
      onProjected: (seq) => {
        told = null;
        engine.reportProjected(seq);
      },
      // Once for a trouble, however often it is tried again.
      onTrouble: (error) => {
        if (error.message !== told) logger.error({ err: error }, 'the projections wait for the database');
        told = error.message;
      },
    },
    engine.durableSeq,
  );
  store.attach(projector);
  opened.onBreak(() => projector.recheck());
  engine.onEvents('projections', (batch) => projector.push(batch));
  for (const module of all) await module.prepare?.();
  return projector;
}

/** Seeds what is missing, starts every module and their jobs, and the clock of the engine. Answers the markets that the demo trades. */
async function startModules(
  modules: Modules,
  { engine }: Ground,
  {
    config,
    demoPrices,
    sockets,
    note,
  }: {
    readonly config: Config;
    readonly demoPrices: DemoPrices | null;
    readonly sockets: Sockets;
    readonly note: NoteFailure;
  },
  undo: Undo,
): Promise<readonly DemoMarket[]> {
  const all: readonly Module[] = Object.values(modules);
  for (const module of all) await module.seed?.();
  const demoMarkets = config.hasDemoMarket ? await findDemoMarkets(engine, demoPrices) : [];
  if (config.hasDemoMarket) await importHistory(modules, demoMarkets, demoPrices);
  for (const module of all) {
    await module.start?.(sockets.publishers);
    undo.push(() => module.stop?.());
  }
  const jobs = startJobs(
    all.flatMap((module) => module.jobs ?? []),
    note,
  );
  undo.push(() => jobs.stop());
  const { markets } = modules.markets.live;
  const clock = startClock(
    engine,
    () => [...markets.values()].some(({ view }) => view.status === 'PRE_OPEN' || view.status === 'POST_ONLY'),
    note,
  );
  undo.push(() => clock.stop());
  return demoMarkets;
}

/** For the command line: where the running exchange takes the calls of operators. */
function noteProcess(config: Config, operatorUrl: string, undo: Undo): void {
  const path = join(config.dataDirectory, 'server.json');
  writeFileSync(path, JSON.stringify({ operatorUrl, pid: process.pid }), { mode: 0o600 });
  undo.push(() => rmSync(path, { force: true }));
}

/** The passwords of a demo's users are public, so a real exchange must not start from a demo's data. */
async function refuseDemoPeople(modules: Modules): Promise<void> {
  for (const { email } of DEMO_PEOPLE)
    if ((await modules.users.findUser(email)) !== null)
      throw new ConfigError(
        `DEMO=0 cannot go on from a demo: its account ${email} has a password that everybody knows, and funds that nobody paid in. Give the exchange a DATA_DIR (or DATABASE_URL) of its own.`,
      );
}

function httpOptions(
  options: ExchangeOptions,
  modules: Modules,
  logger: Logger,
  limiters: Limiters,
  watched: Pick<HttpOptions, 'isReady' | 'metrics' | 'connections' | 'pages'>,
): HttpOptions {
  const { config } = options;
  const cookie = sessionCookie(config.product, config.publicUrl.startsWith('https:'));
  const { authority } = modules.users;
  return {
    routes: Object.values(modules).flatMap(({ routes }) => routes),
    authority,
    count: countByPerson(limiters, authority, cookie.name),
    guesses: limiters.guesses,
    probes: createLimiter(config.hasRateLimits),
    graphql: modules.markets.graphql,
    logger,
    origins: config.origins,
    chatOrigins: config.chatOrigins,
    trustedProxies: config.trustedProxies,
    sessionCookie: cookie,
    deviceCookie: deviceCookie(config.product, config.publicUrl.startsWith('https:')),
    hasPageCache: config.hasPageCache,
    hasRateLimits: config.hasRateLimits,
    checksAnswers: options.checksAnswers ?? false,
    product: config.product,
    isDemo: config.isDemo,
    currencies: modules.markets.currencies,
    offlinePages: config.offlinePages,
    ...watched,
    operators: config.operators,
    release: config.release,
  };
}

/** Listens on every address, the first of which has to be there; ::1 may be missing on a machine without IPv6. */
async function listen(app: HttpServer, config: Config, undo: Undo, gateway: Gateway): Promise<void> {
  await app.ready();
  undo.push(() => closeHttp(app));
  gateway.attach(app.server);
  const [host, ...others] = config.hosts;
  await app.listen({ port: config.port, host: host! });
  for (const other of others) {
    const listener = await listenAlso(app.server, config.port, other);
    undo.push(() => void listener?.close());
  }
  undo.push(() => gateway.close());
}

/** Answers the address. */
async function listenToOperators(
  app: HttpServer,
  { operatorHost: host, operatorPort: port }: Config,
  undo: Undo,
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
