/** Every invariant of trading C4 that concerns perpetuals, by recomputation. For tests: it visits everything. */
import {
  ACCOUNT,
  BUY,
  FILLED_LOTS,
  FLAGS,
  ID,
  INT_STRIDE,
  isLive,
  isReduceOnly,
  KEY,
  LOTS,
  MARKET,
  NUM_STRIDE,
  positionSideOf,
  SELL,
  sideOf,
  TOTAL_LOTS,
} from '../book/order-pool.ts';
import { AVAILABLE, HOUSE, type Ledger } from '../ledger/ledger.ts';
import { unrealised } from '../formulas/perp/position.ts';
import { maintenanceMargin } from '../formulas/perp/tiers.ts';
import { max, min, notionalOf } from '../formulas/rounding.ts';
import type { Holding, MarginAccount, OpenPosition } from './account/accounts.ts';
import type { Contract } from './contract/contract.ts';
import type { Perps } from './perps.ts';
import { checkKept } from './kept-invariants.ts';
import { INSURANCE_ACCOUNT, POSITION_SIDES } from '../protocol/words.ts';

export type Expect = (holds: boolean, message: string) => void;

export function checkPerps(perps: Perps, ledger: Ledger, expect: Expect): void {
  for (const contract of perps.contracts) {
    checkSums(perps, ledger, contract, expect);
    checkBook(perps, contract, expect);
  }
  for (const account of perps.accounts.all()) {
    checkAccount(perps, ledger, account, expect);
    if (!perps.lines.isStale(account)) checkLines(perps, account, expect);
    checkKept(perps, account, expect);
  }
  expect(perps.stops.woken.length === 0, 'a command left conditional orders woken');
  for (const { owner, name, row } of ledger.namedAccounts()) {
    if (owner === HOUSE && name === INSURANCE_ACCOUNT)
      expect(ledger.balance(row, AVAILABLE) >= 0n, 'the insurance fund is below zero');
  }
  checkIsolated(perps, ledger, expect);
}

/** C4.7: isolated margin is of an open isolated position; C4.2: it is not below zero, nor is a wallet that never traded. */
function checkIsolated(perps: Perps, ledger: Ledger, expect: Expect): void {
  const names = new Set<string>();
  for (const account of perps.accounts.all()) {
    for (const holding of account.holdings.values()) {
      for (const position of holding.positions()) {
        if (position.isolated)
          names.add(`${account.user.index} ${account.isoName(holding.contract, position.positionSide)}`);
      }
    }
  }
  // Without contracts there are no positions to compare margin accounts with (only tests post such margins).
  if (perps.contracts.length === 0) return;
  for (const { owner, name, row } of ledger.namedAccounts()) {
    if (!/(?:^|\/)ISO:/.test(name)) continue;
    expect(names.has(`${owner} ${name}`), `${name} of user ${owner} is the margin of no position`);
    expect(ledger.balance(row, AVAILABLE) >= 0n, `${name} of user ${owner} is below zero`);
  }
}

/** C4.4: long = short. C4.5: CLEARING = what all positions have gained at any mark. */
function checkSums(perps: Perps, ledger: Ledger, contract: Contract, expect: Expect): void {
  let [signed, cost, longs] = [0n, 0n, 0n];
  const holders = new Set<MarginAccount>();
  const add = (direction: bigint, quantity: bigint, value: bigint): void => {
    signed += direction * quantity;
    cost += direction * value;
    if (direction === 1n) longs += quantity;
  };
  for (const account of perps.accounts.all()) {
    for (const position of account.holdings.get(contract.index)?.positions() ?? []) {
      holders.add(account);
      add(position.direction, position.quantity, position.cost);
    }
  }
  const held = perps.takeoverInventory.of(contract);
  if (held !== null)
    expect(
      held.quantity > 0n && held.quantity % contract.step === 0n,
      `${contract.symbol}: the takeover inventory is off the grid`,
    );
  if (held !== null) add(held.direction, held.quantity, held.cost);
  expect(signed === 0n, `${contract.symbol}: longs and shorts differ by ${signed}`);
  expect(longs === contract.openQuantity, `${contract.symbol}: the open interest is miscounted`);
  const clearing = ledger.holding(HOUSE, `CLEARING:${contract.symbol}`, contract.settle.index);
  expect(clearing + cost === 0n, `${contract.symbol}: clearing ${clearing} does not match the cost ${cost}`);
  expect(holders.size === contract.holders.size, `${contract.symbol}: the holders are miscounted`);
  for (const account of holders)
    expect(contract.holders.has(account.index), `${contract.symbol}: a holder is not listed`);
}

/** C4.9, C4.12. */
function checkBook(perps: Perps, contract: Contract, expect: Expect): void {
  const { int, num } = perps.orders;
  const best: number[] = [];
  for (const side of [BUY, SELL]) {
    let previous = -Infinity;
    const levels = new Map<number, number>();
    let resting = 0;
    for (let order = contract.book.first(side); order !== 0; order = contract.book.next(order)) {
      const key = int[order * INT_STRIDE + KEY];
      expect(key >= previous, 'a book is not sorted');
      previous = key;
      const ticks = Math.abs(key);
      levels.set(ticks, (levels.get(ticks) ?? 0) + num[order * NUM_STRIDE + LOTS]);
      resting += 1;
      expect(isLive(int[order * INT_STRIDE + FLAGS]), 'an ended order rests');
    }
    let shown = 0;
    contract.book.forEachLevel(side, Infinity, (ticks, lots) => {
      shown += 1;
      expect(
        levels.get(ticks) === lots,
        `the level at ${ticks} ticks says ${lots} lots and holds ${levels.get(ticks)}`,
      );
      expect(contract.book.levelLots(side, ticks) === lots, 'a level has two sums');
    });
    expect(shown === levels.size, 'a book shows other levels than its orders have');
    const live = perps.accounts.all().reduce((sum, account) => sum + liveOf(perps, account, contract, side), 0);
    expect(live === resting, 'a live order does not rest');
    best.push(contract.book.first(side));
  }
  const [bid, ask] = best;
  if (bid !== 0 && ask !== 0) expect(-int[bid * INT_STRIDE + KEY] < int[ask * INT_STRIDE + KEY], 'the book is crossed');
  expect(contract.changedLevels.count === 0, 'a command left depth untold');
}

function liveOf(perps: Perps, account: MarginAccount, contract: Contract, side: number): number {
  const holding = account.holdings.get(contract.index);
  if (holding === undefined) return 0;
  return [...holding.orders].filter((order) => sideOf(perps.orders.int[order * INT_STRIDE + FLAGS]) === side).length;
}

function checkAccount(perps: Perps, ledger: Ledger, account: MarginAccount, expect: Expect): void {
  const { risk } = perps;
  const who = `${account.user.uid} ${account.wallet}`;
  let reduceOnly = 0;
  for (const holding of account.holdings.values()) {
    reduceOnly += holding.reduceOnlyOrders?.size ?? 0;
    checkHolding(perps, ledger, account, holding, expect);
  }
  expect(reduceOnly === account.reduceOnlyCount, `${who}: the reduce-only orders are miscounted`);
  // C4.10: an ended order filled at most its quantity and has nothing left.
  for (const order of account.ended) {
    const at = order * NUM_STRIDE;
    const { int, num } = perps.orders;
    const isOver = num[at + FILLED_LOTS] > num[at + TOTAL_LOTS] || num[at + LOTS] !== 0;
    expect(!isOver && !isLive(int[order * INT_STRIDE + FLAGS]), `${who}: an order that ended does not add up`);
  }
  expect(
    [...account.stops.values()].every((stop) => stop.account === account.index && stop.status === 'NEW'),
    `${who}: an order waits that is not theirs, or has ended`,
  );
  const cross = risk.crossPositions(account);
  expect(account.voucherFace === 0n || !isFlat(account), `${who}: a voucher's position ended and was not settled`);
  // C4.2 and C4.17: only gains that are not realised may stand for a wallet below zero.
  if (cross.length === 0) expect(risk.wallet(account) >= 0n, `${who} owes ${risk.wallet(account)}`);
  // C4.8: under fresh marks only.
  const isFresh = cross.every(({ contract }) => !contract.isFrozen);
  const scope = { account, isolated: null };
  if (isFresh && cross.length > 0)
    expect(risk.equity(scope) > risk.maintenance(scope), `${who}: the cross scope is under water`);
  checkPositionSums(perps, account, expect);
}

/** What is kept of an account's positions is what they come to when they are added up anew. */
function checkPositionSums({ risk }: Perps, account: MarginAccount, expect: Expect): void {
  const { crossInUnits } = risk;
  if (crossInUnits === null || account.positionSums === null) return;
  const sums = crossInUnits.sumsOf(account);
  const who = `${account.user.uid} ${account.wallet}`;
  const positions = [...account.holdings.values()].flatMap((holding) => holding.positions());
  expect(
    sums.isolatedCount === positions.filter(({ isolated }) => isolated).length,
    `${who}: the isolated positions kept are miscounted`,
  );
  expect(
    sums.crossCount > 0 === positions.some(({ isolated }) => !isolated),
    `${who}: the cross positions kept are wrong`,
  );
  const scope = { account, isolated: null };
  const notional = risk
    .crossPositions(account)
    .reduce((sum, { contract, position }) => sum + notionalOf(position.quantity, contract.mark), 0n);
  for (const [name, kept, made] of [
    ['results', sums.results, risk.crossUnrealised(account)],
    ['maintenance', sums.maintenance, risk.maintenance(scope)],
    ['notional', sums.notional, notional],
  ] as const)
    expect(Number.isNaN(kept) || BigInt(kept) === made, `${who}: the ${name} kept of cross positions are wrong`);
}

/**
 * Decision 075: while every mark lies between its two lines, no scope of the account needs a liquidation. Each scope is valued with each
 * of its contracts at the worst mark between the lines.
 */
function checkLines(perps: Perps, account: MarginAccount, expect: Expect): void {
  let [cross, hasCross, isWatched] = [perps.risk.balance({ account, isolated: null }), false, true];
  const unsafe: string[] = [];
  for (const holding of account.holdings.values()) {
    if (holding.isFlat) continue;
    const { contract } = holding;
    const bounds = perps.lines.boundsOf(holding);
    expect(bounds !== null, `${account.user.uid} ${contract.symbol}: a position without lines`);
    if (bounds === null) return;
    // Beyond a thousandfold the worst tier has long been reached.
    const lowest = bounds.low === Infinity ? contract.mark : max(1n, BigInt(Math.floor(bounds.low)) + 1n);
    const highest =
      bounds.high === Infinity ? max(contract.mark, lowest) * 1_000n : BigInt(Math.ceil(bounds.high)) - 1n;
    if (bounds.low !== Infinity) isWatched = false;
    const worst = (positions: readonly OpenPosition[]): bigint =>
      [lowest, contract.mark, highest]
        .map((mark) => positions.reduce((sum, position) => sum + marginLeft(contract, position, mark), 0n))
        .reduce(min);
    const positions = holding.positions();
    for (const position of positions) {
      const margin = perps.accounts.margin(account, contract, position);
      if (position.isolated && margin + worst([position]) <= 0n) unsafe.push(contract.symbol);
    }
    const crossed = positions.filter(({ isolated }) => !isolated);
    hasCross ||= crossed.length > 0;
    if (crossed.length > 0) cross += worst(crossed);
  }
  if (hasCross && cross <= 0n) unsafe.push('cross');
  const who = `${account.user.uid} ${account.wallet}`;
  expect(isWatched || unsafe.length === 0, `${who}: a line is too late for ${unsafe.join(' ')}`);
}

/** What a position adds to its scope's equity less maintenance margin at a mark. */
function marginLeft(contract: Contract, position: OpenPosition, mark: bigint): bigint {
  return unrealised(position, mark) - maintenanceMargin(contract.tiers, notionalOf(position.quantity, mark));
}

function isFlat(account: MarginAccount): boolean {
  return [...account.holdings.values()].every((holding) => holding.isFlat);
}

function checkHolding(perps: Perps, ledger: Ledger, account: MarginAccount, holding: Holding, expect: Expect): void {
  const { contract } = holding;
  const who = `${account.user.uid} ${account.wallet} ${contract.symbol}`;
  expect(
    account.mode === 'HEDGE' ? holding.both === null : holding.long === null && holding.short === null,
    `${who}: a position of the other mode`,
  );
  for (const side of POSITION_SIDES) {
    const position = holding.position(side);
    const margin = ledger.holding(account.user.index, account.isoName(contract, side), contract.settle.index);
    // C4.6 and C4.7.
    if (position === null || !position.isolated) expect(margin === 0n, `${who}: isolated margin without a position`);
    if (position === null) continue;
    expect(position.quantity > 0n && position.cost > 0n, `${who}: a position of nothing`);
    expect(position.quantity % contract.step === 0n, `${who}: a position off the grid`);
    expect(position.isolated === (holding.marginMode === 'ISOLATED'), `${who}: a position of the other margin mode`);
    expect(
      position.positionSide === 'BOTH' || (position.direction === 1n) === (position.positionSide === 'LONG'),
      `${who}: a side turned around`,
    );
    const parts = [...position.bonusParts.values()].reduce((sum, part) => sum + part, 0n);
    expect(parts >= 0n && parts <= margin, `${who}: more bonus in a position than its margin`);
    if (position.isolated && !contract.isFrozen)
      expect(
        perps.risk.isSafe({ account, isolated: { holding, position } }),
        `${who}: an isolated position is under water`,
      );
  }
  checkOrders(perps, account, holding, expect);
}

function checkOrders(perps: Perps, account: MarginAccount, holding: Holding, expect: Expect): void {
  const { int, num } = perps.orders;
  const reducing = new Map<string, number>();
  let [lastId, reduceOnly] = [0, 0];
  for (const order of holding.orders) {
    const at = order * INT_STRIDE;
    const flags = int[at + FLAGS];
    expect(
      isLive(flags) && int[at + ACCOUNT] === account.index && int[at + MARKET] === holding.contract.index,
      'a list holds another order',
    );
    expect(num[order * NUM_STRIDE + ID] > lastId, 'live orders are not in order of creation');
    lastId = num[order * NUM_STRIDE + ID];
    // C4.10: of a live order every lot is either filled or left.
    const numAt = order * NUM_STRIDE;
    expect(
      num[numAt + LOTS] > 0 && num[numAt + FILLED_LOTS] + num[numAt + LOTS] === num[numAt + TOTAL_LOTS],
      'an order does not add up',
    );
    const isNoted = holding.reduceOnlyOrders?.has(order) ?? false;
    expect(isNoted === isReduceOnly(flags), 'a reduce-only order is not noted, or another one is');
    if (!isNoted) continue;
    reduceOnly += 1;
    const key = `${sideOf(flags)} ${positionSideOf(flags)}`;
    reducing.set(key, (reducing.get(key) ?? 0) + num[numAt + LOTS]);
  }
  expect((holding.reduceOnlyOrders?.size ?? 0) === reduceOnly, 'an order that ended is noted as reduce-only');
  for (const [key, lots] of reducing) {
    const [side, positionSide] = key.split(' ').map(Number);
    const position = holding.position(POSITION_SIDES[positionSide]);
    const closes = position !== null && position.direction === (side === BUY ? -1n : 1n);
    expect(
      closes && holding.contract.lotsOf(position.quantity) >= lots,
      'reduce-only orders rest for more than the position',
    );
  }
}
