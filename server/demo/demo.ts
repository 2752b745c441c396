/**
 * The demo: seeded people with public passwords, past klines, and the makers and takers that trade through the public API.
 * Everything it does, anyone could do with an account and a key; only the first funds come by an operator's deposit.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_LOG_INS } from '@agio/contracts/demo';
import { PERP_SCALE } from '@agio/core';
import { type Amount, formatUnits, parseUnits, PRICE_SCALE } from '@agio/core/fixed';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { writeDurably } from '../system/durable-file.ts';
import type { RunningEngine } from '../engine/start-engine.ts';
import { findDemoContracts, startDemoContracts } from './demo-contracts.ts';
import { type DemoMarket, demoMarkets, type DemoPrices, startTraders, type Traders, unit } from '../external/index.ts';
import type { DemoModules } from './demo-modules.ts';

interface Person {
  readonly email: string;
  readonly password: string;
  readonly funds: Readonly<Record<string, string>>;
}

/** The people whose log-ins the start prints and the log-in page offers. */
export const DEMO_PEOPLE: readonly Person[] = DEMO_LOG_INS.map(({ email, password }) => ({
  email,
  password,
  funds: { USDT: '50000', BTC: '0.5', ETH: '5' },
}));
/** The simulated traders; their passwords are made at random and never used. */
const MAKER = 'demo-maker@demo.agio.example';
const TAKER = 'demo-taker@demo.agio.example';
/** Worth of each asset that a simulated trader starts with, in USDT. */
const TRADER_WORTH = 20_000_000;
/** USDT of the house's own capital. */
const HOUSE_FUNDS = '10000';
const REQUOTE_EVERY_MS = 1_000;

export interface Demo {
  /** True once every trading demo market has had a bid and an ask; stays true after a halt or a shock. */
  isReady(): boolean;
  /** The simulated traders' uids. */
  readonly traders: ReadonlySet<number>;
  /** The keys they trade with. */
  readonly apiKeys: ReadonlySet<unknown>;
  stop(): void;
}

export interface DemoOptions {
  readonly config: Config;
  readonly modules: DemoModules;
  readonly logger: Logger;
}

interface StartOptions extends DemoOptions {
  readonly engine: RunningEngine;
  readonly markets: readonly DemoMarket[];
  /** Null where there is no demo. */
  readonly prices: DemoPrices | null;
}

/** The demo's markets with their reference prices, from the rules of the markets that exist. */
export async function findDemoMarkets(engine: RunningEngine, prices: DemoPrices | null): Promise<DemoMarket[]> {
  if (prices === null) return [];
  const assets = new Map((await engine.query('assets', {})).map((asset) => [asset.asset, asset.scale]));
  return demoMarkets(
    (await engine.query('markets', {})).map((market) => ({
      symbol: market.symbol,
      base: market.base,
      quote: market.quote,
      tickSize: formatUnits(market.parameters.tickSize, PRICE_SCALE),
      stepSize: formatUnits(market.parameters.stepSize, assets.get(market.base) ?? 8),
      minAmount: formatUnits(market.parameters.minAmount, assets.get(market.quote) ?? 8),
    })),
    prices,
  );
}

/** For small balances, which the house takes over (trading C7). What there is is left as it is. */
async function fundHouse(engine: RunningEngine): Promise<void> {
  const accounts = await engine.query('houseAccounts', {});
  const has = accounts.some(({ name, asset, balance }) => name === 'HOUSE' && asset === 'USDT' && balance > 0n);
  if (has) return;
  const amount = parseUnits(HOUSE_FUNDS, PERP_SCALE) as Amount;
  const idempotency = { key: 's:demo:house', fingerprint: '' };
  await engine.submit({ kind: 'ContributeCapital', asset: 'USDT', amount, idempotency });
}

/** Past klines, on the first start of a demo. */
export async function importHistory(
  modules: DemoModules,
  markets: readonly DemoMarket[],
  prices: DemoPrices | null,
): Promise<void> {
  const nowMs = Date.now();
  const sourceOf = ({ symbol, reference, orderValue }: DemoMarket) => ({
    symbol,
    reference,
    printValue: orderValue * 0.12,
  });
  await modules.markets.importDemoHistory(
    markets.map((market) => ({ ...sourceOf(market), unit })),
    nowMs,
  );
  if (prices === null) return;
  // Of the same prices, but not the same trades as the spot market with the same name.
  const contractUnit: typeof unit = (name, index) => unit(`futures:${name}`, index);
  await modules.futures.importDemoHistory(
    findDemoContracts(modules, prices).map((market) => ({ ...sourceOf(market), unit: contractUnit })),
    nowMs,
  );
}

export async function startDemo(options: StartOptions): Promise<Demo> {
  const { config, engine, modules, logger, markets, prices } = options;
  for (const person of DEMO_PEOPLE) await ensurePerson(modules, person);
  if (!config.hasDemoMarket) return { isReady: () => true, traders: new Set(), apiKeys: new Set(), stop: () => {} };
  await fundHouse(engine);
  const maker = await ensureTrader(options, MAKER);
  const taker = await ensureTrader(options, TAKER);
  const traders: Traders = startTraders({
    url: `ws://127.0.0.1:${config.port}/ws-api/v3`,
    markets,
    maker,
    taker,
    requoteEveryMs: REQUOTE_EVERY_MS,
    onTrouble: (error) => logger.warn({ err: error }, 'the demo traders connect again'),
  });
  const contracts =
    prices === null
      ? null
      : await startDemoContracts({ engine, modules, prices, makerUid: maker.uid, takerUid: taker.uid, logger });
  let hadPrices = false;
  return {
    isReady: () => (hadPrices ||= markets.every((market) => hasTwoSides(modules, market.symbol))),
    traders: new Set([maker.uid, taker.uid]),
    apiKeys: new Set([maker.apiKey, taker.apiKey]),
    stop() {
      traders.stop();
      contracts?.stop();
    },
  };
}

function hasTwoSides(modules: DemoModules, symbol: string): boolean {
  const market = modules.markets.live.markets.get(symbol);
  if (market === undefined) return false;
  const { book, view } = market;
  return view.status !== 'TRADING' || (book.bids.length > 0 && book.asks.length > 0);
}

/** Makes a seeded person who is missing. Deposits carry a key, so that a start cut short gives nothing twice. */
async function ensurePerson(modules: DemoModules, person: Person): Promise<number> {
  const uid =
    (await modules.users.findUser(person.email)) ?? (await modules.users.createUser(person.email, person.password));
  const known = new Set((await modules.wallet.balances(uid)).map((balance) => balance.asset));
  for (const [asset, amount] of Object.entries(person.funds)) {
    if (!known.has(asset)) await modules.wallet.deposit({ uid, asset, amount, key: `s:demo:${person.email}:${asset}` });
  }
  return uid;
}

/** A simulated trader with funds in every asset of its markets and a key kept in DATA_DIR. */
async function ensureTrader(
  { config, modules, markets }: DemoOptions & { readonly markets: readonly DemoMarket[] },
  email: string,
): Promise<{ uid: number; apiKey: string; apiSecret: string }> {
  const funds: Record<string, string> = { USDT: String(TRADER_WORTH * 3) };
  for (const market of markets) {
    const view = modules.markets.live.markets.get(market.symbol)!.view;
    if (view.quote === 'USDT') funds[view.base] = String(Math.round(TRADER_WORTH / market.reference(Date.now())));
  }
  const uid = await ensurePerson(modules, { email, password: randomBytes(24).toString('base64url'), funds });
  const path = join(config.dataDirectory, `${email.split('@')[0]}-key.json`);
  if (existsSync(path)) {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { uid: number; apiKey: string; apiSecret: string };
    const isAlive = await modules.users.verifyKey(kept.apiKey, '127.0.0.1').then(
      (caller) => caller.uid === uid,
      () => false,
    );
    if (isAlive) return kept;
  }
  const { apiKey, apiSecret } = await modules.users.createApiKey(uid, 'demo market', ['read', 'spot']);
  writeDurably(path, JSON.stringify({ uid, apiKey, apiSecret }));
  return { uid, apiKey, apiSecret };
}
