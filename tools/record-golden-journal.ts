/**
 * Writes what a server of the present rules leaves behind: one journal after a clean stop, and one that was killed with commands
 * behind its snapshot, each with what users were answered. Run it once when the rules have a new version, before
 * a release has them: what it wrote is read for ever. `node tools/record-golden-journal.ts server/engine/golden-journals/rules-N`
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandBody, Core } from '@agio/core';
import type { Outcome } from '../core/protocol/events.ts';
import { TestPerps } from '../core/testing/perps.ts';
import { parameters, units } from '../core/testing/exchange.ts';
import { systemClock } from '../server/system/clock.ts';
import type { FromEngine, ToEngine } from '../server/engine/messages.ts';
import { makeSnapshot } from '../server/engine/make-snapshot.ts';
import { startSequencer } from '../server/engine/sequencer.ts';
import { nodeDisk } from '../server/journal/index.ts';

const SEGMENT_BYTES = 2 * 1024;
const SNAPSHOT_EVERY = 40;
const HOUR = 3_600_000;
const USERS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Commands of one turn share a unit. */
const PER_TURN = 3;

interface Stamped {
  readonly body: CommandBody;
  readonly timeMs: number;
}
const told: Stamped[] = [];

class Story extends TestPerps {
  override run(body: Parameters<TestPerps['run']>[0]): Outcome {
    told.push({ body: body as CommandBody, timeMs: this.timeMs });
    return super.run(body);
  }

  /** A command of the house or of spot, under a key of its own, that has to be done. */
  keyed(kind: string, fields: object): void {
    const idempotency = { key: `${kind} ${this.core.lastSeq}`, fingerprint: '' };
    this.must(this.run({ kind, ...fields, idempotency } as never));
  }

  spot(uid: number, side: 'BUY' | 'SELL', fields: object): void {
    const none = { quoteAmount: 0, maxSlippage: 0, stpMode: '', clientOrderId: '', symbol: 'ETHUSDT' };
    const request = { type: 'LIMIT', timeInForce: 'GTC', price: 0, ...none, ...fields };
    this.keyed('PlaceOrder', { uid, side, ...request });
  }

  bid(uid: number, price: number, quantity: number, symbol: string): void {
    this.buy(uid, { price, quantity, symbol });
  }
}

function fundHouse(x: Story): void {
  x.keyed('ContributeCapital', { asset: 'USDT', amount: units(100_000) });
  for (const pool of ['BONUS_POOL', 'PRIZE_POOL', 'INSURANCE', 'EARN_POOL'])
    x.keyed('FundPool', { pool, asset: 'USDT', amount: units(10_000) });
}

function tradeSpot(x: Story): void {
  x.must(x.run({ kind: 'CreateAsset', asset: 'ETH', scale: 8 }));
  const rates = parameters({ makerFeeRate: 80_000, takerFeeRate: 100_000 });
  x.must(x.run({ kind: 'CreateMarket', symbol: 'ETHUSDT', base: 'ETH', quote: 'USDT', parameters: rates }));
  for (const uid of [1, 2])
    for (const asset of ['ETH', 'USDT']) x.keyed('Deposit', { uid, asset, amount: units(10_000) });
  const own = { spotMaker: 10_000, spotTaker: 20_000, futuresMaker: 0, futuresTaker: 0 };
  x.must(x.run({ kind: 'SetFeeTier', uid: 2, version: 1, own, trial: null, trialEndMs: 0 }));
  x.must(x.run({ kind: 'SetTradeGroup', uid: 5, tradeGroupId: 7 }));
  const voucher = { coin: 'USDT', amount: units(1), ratio: 50_000_000, maxPerUse: 0, products: ['SPOT'], symbols: [] };
  x.keyed('GrantFeeVoucher', { voucherId: 1, uid: 1, ...voucher, expiresAtMs: x.timeMs + 100 * HOUR });
  x.spot(1, 'SELL', { price: units(1_000), quantity: units(1), clientOrderId: 'filled in part' });
  x.spot(2, 'BUY', { price: units('1000.01'), quantity: units('0.377') });
  x.spot(2, 'BUY', { price: units(990), quantity: units(2), displayQuantity: units('0.5') });
  x.spot(1, 'SELL', { type: 'STOP_LIMIT', price: units(900), stopPrice: units(950), quantity: units(1) });
  const pair = { symbol: 'ETHUSDT', quantity: units(1), price: units(1_200), takeProfitPrice: 0, stopLimitPrice: 0 };
  const names = { stpMode: '', clientOrderId: 'take', stopClientOrderId: 'stop' };
  x.keyed('PlaceOco', { uid: 1, side: 'SELL', ...pair, stopPrice: units(800), ...names });
  x.spot(2, 'SELL', { type: 'MARKET', timeInForce: 'IOC', quantity: units('0.2'), symbol: 'ETHUSDT' });
}

/** A liquidation in the book that the bonus pays for in part: the first rules took too much of the wallet. */
function useBonus(x: Story): void {
  const contract = { leverageDefault: 10, priceProtectScope: 50_000_000 };
  x.addContract('AAAUSDT', contract);
  x.moveMark(100, 'AAAUSDT');
  for (const uid of [3, 4]) x.fund(uid, uid === 3 ? 60 : 100_000);
  const terms = { mode: 'BONUS_FIRST', ratio: 0, minOwnFunds: 0, maxLeverage: 0, symbols: [], source: 'welcome' };
  const grant = { uid: 3, asset: 'USDT', amount: units(50), ...terms, expiresAtMs: x.timeMs + 50 * HOUR };
  x.keyed('GrantBonus', { grantId: 1, ...grant });
  x.isolate(3, 'AAAUSDT');
  x.sell(4, { price: 100, quantity: 8, symbol: 'AAAUSDT' });
  x.buy(3, { price: 100, quantity: 8, symbol: 'AAAUSDT' });
  x.buy(4, { price: '90.1', quantity: 100, symbol: 'AAAUSDT' });
  x.moveMark('90.1', 'AAAUSDT');
}

/** A voucher’s position in a contract that settles, whose face the first rules left behind, and one that goes on. */
function useVouchers(x: Story): void {
  x.addContract('BBBUSDT', { priceProtectScope: 90_000_000 });
  x.moveMark(60_000, 'BBBUSDT');
  x.fund(6, 1_000_000);
  for (const [voucherId, symbol, price] of [
    [5, 'BBBUSDT', 60_000],
    [6, 'BTCUSDT', 50_000],
  ] as const) {
    x.sell(6, { price, quantity: 1, symbol });
    x.keyed('OpenVoucherPosition', { voucherId, uid: 5, symbol, side: 'BUY', leverage: 10, amount: units(30) });
    x.run({ kind: 'CancelAllPerpOrders', ...x.owner(6, symbol) });
  }
  x.moveMark(62_000, 'BBBUSDT');
  for (const status of ['REDUCE_ONLY', 'CANCEL_ONLY', 'STOP', 'SETTLED'] as const)
    x.run({ kind: 'SetContractStatus', symbol: 'BBBUSDT', status });
}

function tradePerpetuals(x: Story): void {
  for (const uid of [7, 8]) x.fund(uid, 100_000);
  x.leverage(7, 50);
  x.trade(7, 8, 50_000, '1.234');
  x.must(x.tryExits(7, { takeProfit: { trigger: 55_000 }, stopLoss: { trigger: 45_000, source: 'MARK' } }));
  x.stop(8, 'BUY', { type: 'TRAILING_STOP', quantity: '0.1', callback: 1_000_000, reduceOnly: true });
  x.bid(8, 48_000, 2, 'BTCUSDT');
  x.moveMark(51_000);
  x.sell(7, { price: 52_000, quantity: 1, reduceOnly: true, clientId: 'rests' });
  x.timeMs += 8 * HOUR;
  x.mark(51_100);
  x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
}

function useHouse(x: Story): void {
  const paid = { uid: 1, wallet: 'SPOT', asset: 'USDT', amount: units(25) };
  x.keyed('PayPrize', { prizeId: 1, ...paid });
  x.keyed('RequestWithdrawal', { withdrawalId: 1, uid: 1, asset: 'USDT', amount: units(100), fee: units(1) });
  x.keyed('OpenP2pAd', { adId: 1, uid: 2, asset: 'USDT', amount: units(300) });
  const order = { orderId: 1, adId: 1, sellerUid: 2, buyerUid: 1, asset: 'USDT', amount: units(50), fee: 0 };
  x.keyed('OpenP2pOrder', order);
  x.keyed('SubscribeEarn', { subscriptionId: 1, uid: 1, asset: 'USDT', amount: units(40) });
}

/** Commands after the snapshot that a killed server leaves. */
function goOn(x: Story): void {
  x.keyed('ReleaseP2pOrder', { orderId: 1 });
  x.spot(2, 'BUY', { price: units(1_000), quantity: units('0.1') });
  x.trade(8, 7, 52_000, '0.05');
}

/** The answers that users have got at this point. */
function answersOf(core: Core): object {
  const owned = (uid: number, wallet: string): object => {
    const owner = { uid, wallet, symbol: '' };
    return {
      perpOrders: core.openPerpOrders(owner),
      stopOrders: core.openStopOrders(owner),
      positions: core
        .positions(owner)
        .map(({ symbol, direction, quantity, cost }) => ({ symbol, direction, quantity, cost })),
      balance: core.capital(uid, wallet)?.balance ?? 0n,
      bonus: core.capital(uid, wallet)?.bonus ?? 0n,
    };
  };
  const users = USERS.map((uid) => ({
    uid,
    balances: core.balances(uid),
    orders: core.openOrders(uid, ''),
    wallets: Object.fromEntries(['FUTURES', 'VOUCHER:5', 'VOUCHER:6'].map((wallet) => [wallet, owned(uid, wallet)])),
  }));
  return { seq: core.lastSeq, users, house: core.houseAccounts() };
}

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field), 1);

/** Takes the commands through a real sequencer over a real folder; `isClean` says whether it is stopped or left as a kill does. */
async function record(directory: string, commands: readonly Stamped[], isClean: boolean): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  let nowMs = 0;
  let onMessage: (message: FromEngine) => void = () => {};
  const receive = startSequencer({
    directory,
    segmentBytes: SEGMENT_BYTES,
    snapshotEvery: SNAPSHOT_EVERY,
    disk: nodeDisk,
    clock: { ...systemClock, nowMs: () => nowMs },
    makeSnapshot: (order) => {
      const made = makeSnapshot(order);
      return { made, stop: () => made };
    },
    send: (message) => onMessage(message),
    warn: (sentence) => {
      throw new Error(sentence);
    },
  });
  const ask = (message: ToEngine): Promise<FromEngine> =>
    new Promise((resolve) => {
      onMessage = resolve;
      receive(message);
    });
  for (let at = 0, end = 0; at < commands.length; at = end) {
    nowMs = commands[at]!.timeMs;
    end = at + 1;
    while (end < commands.length && end < at + PER_TURN && commands[end]!.timeMs === nowMs) end++;
    const items = commands
      .slice(at, end)
      .map(({ body }, index) => ({ kind: 'command' as const, id: at + index, body }));
    const answer = await ask({ kind: 'work', items });
    if (answer.kind !== 'durable') throw new Error(`the sequencer says ${answer.kind}`);
    // A snapshot that is due is written beside the next commands: each has the time, so that every run leaves the same files.
    await sleep(50);
  }
  if (isClean) await ask({ kind: 'close' });
  for (const name of ['journal-next.spare', 'ballast']) rmSync(join(directory, name), { force: true });
}

const folder = process.argv[2];
if (!folder) throw new Error('name the folder: server/engine/golden-journals/rules-N');
const story = new Story({ takerFeeRate: 60_000, makerFeeRate: 20_000 });
for (const part of [fundHouse, tradeSpot, useBonus, useVouchers, tradePerpetuals, useHouse]) part(story);
const toStop = [...told];
const atStop = asJson(answersOf(story.core));
goOn(story);
await record(join(folder, 'clean-stop'), toStop, true);
writeFileSync(join(folder, 'clean-stop/answers.json'), `${atStop}\n`);
await record(join(folder, 'killed'), told, false);
process.stdout.write(`${toStop.length} commands to the stop, ${told.length} to the kill\n`);
process.exit(0);
