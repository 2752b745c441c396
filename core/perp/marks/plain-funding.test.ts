/** Most holders are settled in numbers and told in rows (decision 080): it is the same, event for event, as one by one. Work is counted, not time. */
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fundingAmount, fundingParts, fundingUnits } from '../../formulas/perp/funding.ts';
import { isClearlySafe } from '../../formulas/perp/lines.ts';
import { buildTiers, maintenanceMargin, maintenanceUnits, tierUnits } from '../../formulas/perp/tiers.ts';
import { notionalOf } from '../../formulas/rounding.ts';
import { restoreCore, unpackEvents } from '../../index.ts';
import { unpackEach } from '../../state-machine/unpack-events.ts';
import { AVAILABLE, FUTURES } from '../../ledger/ledger.ts';
import type { Core } from '../../protocol/core.ts';
import { type FundingPack, SEQ } from '../../protocol/event-packs.ts';
import type { EventRows } from '../../protocol/event-rows.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import { BonusExchange } from '../../testing/bonus.ts';
import { machineOf, units } from '../../testing/exchange.ts';
import { TestPerps } from '../../testing/perps.ts';
import { PlainFunding } from './plain-funding.ts';

afterEach(() => void vi.restoreAllMocks());

const KINDS = [
  'CROSS',
  'CROSS',
  'THIN',
  'HEDGE',
  'ONE_SIDE',
  'ISOLATED',
  'BONUS',
  'ELITE',
  'TWO',
  'ISOLATED_ELSEWHERE',
  'ORDERS',
  'WHALE',
] as const;
const MAKER = 1_000;

interface Holder {
  readonly kind: (typeof KINDS)[number];
  readonly lots: number;
  readonly isLong: boolean;
  readonly spare: number;
}

const holderArb: fc.Arbitrary<Holder> = fc.record({
  kind: fc.constantFrom(...KINDS),
  lots: fc.integer({ min: 1, max: 400 }),
  isLong: fc.boolean(),
  spare: fc.integer({ min: 0, max: 40 }),
});

/** Holders of BTCUSDT at 50 000, from uid 1 on, against a maker; leverage 50 where it is thin. */
function exchangeOf(holders: readonly Holder[], interestRate: number): BonusExchange {
  const x = new BonusExchange({ leverageDefault: 20, interestRate, maxOpenOrders: 0 });
  x.addContract('ETHUSDT', { leverageDefault: 20, maxOpenOrders: 0 });
  x.mark(2_000, 'ETHUSDT');
  x.fund(MAKER, 20_000_000);
  holders.forEach((holder, at) => enter(x, 1 + at, holder));
  return x;
}

function enter(x: BonusExchange, uid: number, { kind, lots, isLong, spare }: Holder): void {
  const quantity = (lots / 1_000).toFixed(3);
  const margin = (lots / 1_000) * 50_000 * (kind === 'THIN' ? 0.02 : 0.05) + 1;
  const wallet = kind === 'ELITE' ? 'ELITE' : 'FUTURES';
  const funds = { WHALE: 12_000_000, THIN: margin * 1.1 }[kind as string] ?? (margin + spare) * 3;
  x.fund(uid, funds.toFixed(2), wallet);
  if (kind === 'THIN') x.leverage(uid, 50);
  if (kind === 'HEDGE' || kind === 'ONE_SIDE') x.hedge(uid);
  if (kind === 'ISOLATED') x.isolate(uid);
  if (kind === 'BONUS') x.grant(uid, 30 + spare);
  const open = (buys: boolean, side?: 'LONG' | 'SHORT', symbol = 'BTCUSDT', price = 50_000): void => {
    const order = { price, quantity, symbol };
    const own = { ...order, wallet, ...(side === undefined ? {} : { side }) };
    if (buys) {
      x.sell(MAKER, order);
      x.buy(uid, own);
    } else {
      x.buy(MAKER, order);
      x.sell(uid, own);
    }
  };
  const isSided = kind === 'HEDGE' || kind === 'ONE_SIDE' || kind === 'ELITE';
  open(isLong, isSided ? (isLong ? 'LONG' : 'SHORT') : undefined);
  if (kind === 'HEDGE') open(!isLong, isLong ? 'SHORT' : 'LONG');
  if (kind === 'ISOLATED_ELSEWHERE') x.isolate(uid, 'ETHUSDT');
  if (kind === 'TWO' || kind === 'ISOLATED_ELSEWHERE') open(!isLong, undefined, 'ETHUSDT', 2_000);
  if (kind === 'ORDERS') x.tryPlace(uid, isLong ? 'SELL' : 'BUY', { price: 50_000, quantity, reduceOnly: true });
}

interface Settled {
  readonly events: readonly CoreEvent[];
  readonly hash: string;
}

/** A settlement, a tick that moves the mark, and another settlement. */
function settleTwice(snapshot: Uint8Array, timeMs: number, mark: number): Settled {
  const core = restoreCore(snapshot, { checkInvariants: true });
  const events: CoreEvent[] = [];
  const run = (fields: object, at: number): void => {
    const outcome = core.apply({ ...fields, seq: core.lastSeq + 1, timeMs: at } as never, (event) =>
      events.push(event),
    );
    if (!outcome.ok) throw new Error(outcome.code);
  };
  const settle = (): void => {
    run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }, core.contract('BTCUSDT')!.nextFundingMs);
  };
  const tick = (price: number): void => {
    const sources = [1, 2, 3].map(() => ({ price: units(price), weight: 1, timeMs: core.lastTimeMs + 1_000 }));
    run({ kind: 'TickMark', symbol: 'BTCUSDT', sources }, core.lastTimeMs + 1_000);
  };
  settle();
  tick(mark);
  settle();
  settle();
  tick(50_000);
  expect(timeMs).toBeLessThan(core.lastTimeMs);
  return { events, hash: core.stateHash() };
}

type Case = [Holder[], number, number];

/** A thin holder whom the tick liquidates, beside another who only pays: left to chance it comes too seldom to count on. */
const thinCase = (isLong: boolean, mark: number): Case => [
  [
    { kind: 'THIN', lots: 100, isLong, spare: 0 },
    { kind: 'CROSS', lots: 50, isLong: !isLong, spare: 20 },
  ],
  10_000,
  mark,
];
const THIN_LONG_FALLS = thinCase(true, 48_800.11);
const THIN_SHORT_RISES = thinCase(false, 51_700.03);

test('trading B10 whoever holds: events and state are those of a settlement one by one', () => {
  let [rows, liquidated] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(holderArb, { minLength: 1, maxLength: 14 }),
      fc.constantFrom(30_000, -30_000, 10_000, 7, 50_000, -50_000),
      fc.constantFrom(50_000, 49_500.37, 50_500.21, 48_800.11, 51_700.03),
      (holders, rate, mark) => {
        const x = exchangeOf(holders, rate);
        const snapshot = x.core.snapshot();
        const take = vi.spyOn(PlainFunding.prototype, 'take');
        const told = settleTwice(snapshot, x.timeMs, mark);
        rows += take.mock.results.filter(({ value }) => value === true).length;
        take.mockReturnValue(false);
        const oneByOne = settleTwice(snapshot, x.timeMs, mark);
        take.mockRestore();
        expect(told).toEqual(oneByOne);
        liquidated += told.events.filter(({ kind }) => kind === 'Liquidated').length;
      },
    ),
    { numRuns: 40, examples: [THIN_LONG_FALLS, THIN_SHORT_RISES] },
  );
  expect([rows > 100, liquidated >= 2]).toEqual([true, true]);
});

/** `count` holders, half of them short, with lines; the invariants are not checked. */
function plainHolders(count: number, { interestRate = 10_000, funds = 10 } = {}): TestPerps {
  const made = new TestPerps({ maxOpenOrders: 0, leverageDefault: 20, interestRate });
  const x = Object.assign(made, { core: restoreCore(made.core.snapshot()) });
  x.fund(MAKER, 1_000_000);
  for (let uid = 1; uid <= count; uid += 1) {
    x.fund(uid, funds);
    if (uid % 2 === 0) x.trade(uid, MAKER, 50_000, 0.001);
    else x.trade(MAKER, uid, 50_000, 0.001);
  }
  x.moveMark(50_000);
  return x;
}

function settle(core: Core, timeMs = core.contract('BTCUSDT')!.nextFundingMs): EventRows {
  const command = { kind: 'SettleFunding', symbol: 'BTCUSDT', seq: core.lastSeq + 1, timeMs } as const;
  expect(core.applyPacked(command).ok).toBe(true);
  return core.takeTold();
}

const packOf = ({ objects }: EventRows): FundingPack => objects.find((one) => one.kind === 'FundingPack')!;
const rowsOf = (told: EventRows): Float64Array => packOf(told).rows;

describe('what the settlement of 400 holders costs', () => {
  test('B10 two things told, one posting to the fund for each side, nobody looked at, no line made anew', () => {
    const x = plainHolders(400);
    const { ledger, perps } = machineOf(x.core);
    const post = vi.spyOn(ledger, 'post');
    const inSum = vi.spyOn(perps.money, 'fundingInSum');
    const isSafe = vi.spyOn(perps.risk, 'isSafe');
    const told = settle(x.core);
    expect(told.objects.map(({ kind }) => kind)).toEqual(['FundingPack', 'FundingSettled']);
    expect(post).not.toHaveBeenCalled();
    expect(isSafe).not.toHaveBeenCalled();
    // Of the payers, of the receivers.
    expect(inSum.mock.calls.filter(([amount]) => amount !== 0)).toHaveLength(2);
    const { looked } = perps.lines;
    x.timeMs = x.core.lastTimeMs;
    x.moveMark(50_000);
    expect(perps.lines.looked).toBe(looked);
    expect(unpackEvents([told])).toHaveLength(3 * 400 + 1);
  });

  test('B10 B13 C4.16 the holders of a restored exchange pay and get the same, and become objects only where somebody has to look at them', () => {
    const x = plainHolders(400, { interestRate: 50_000, funds: 2.6 });
    const y = restoreCore(restoreCore(x.core.snapshot()).snapshot());
    const made = (): number =>
      machineOf(y)
        .perps.accounts.known()
        .filter((one) => one !== undefined).length;
    const before = made();
    for (let times = 0; times < 3; times += 1) {
      expect(unpackEvents([settle(y)])).toEqual(unpackEvents([settle(x.core)]));
      expect(y.stateHash()).toBe(x.core.stateHash());
    }
    expect(made()).toBe(before);
    // By six payments a reserve is used up.
    for (let times = 0; times < 5; times += 1)
      expect(unpackEvents([settle(y)])).toEqual(unpackEvents([settle(x.core)]));
    expect(made()).toBe(before + 200);
    const liquidated = [x.core, y].map((core) => {
      const sources = [1, 2, 3].map(() => ({ price: units(47_600) as never, weight: 1, timeMs: core.lastTimeMs + 1 }));
      const at = { seq: core.lastSeq + 1, timeMs: core.lastTimeMs + 1 };
      expect(core.applyPacked({ kind: 'TickMark', symbol: 'BTCUSDT', sources, ...at }).ok).toBe(true);
      return unpackEvents([core.takeTold()]);
    });
    expect(liquidated[1]).toEqual(liquidated[0]);
    expect(liquidated[0]!.filter(({ kind }) => kind === 'Liquidated').length).toBeGreaterThan(200);
    expect(y.stateHash()).toBe(x.core.stateHash());
  });

  test('B13 who pays more than was kept in reserve gets new lines, and is liquidated when the mark gets there', () => {
    const x = plainHolders(100, { interestRate: 50_000, funds: 2.6 });
    const { lines } = machineOf(x.core).perps;
    const lookedAfter = (settlements: number): number => {
      const { looked } = lines;
      for (let i = 0; i < settlements; i += 1) settle(x.core);
      x.timeMs = x.core.lastTimeMs;
      x.moveMark(50_000);
      return lines.looked - looked;
    };
    // Of a slack of 2.4 a sixteenth is kept: six payments of 0.025. Then the longs, who pay, are looked at and get new lines.
    expect([lookedAfter(3), lookedAfter(2), lookedAfter(3)]).toEqual([0, 0, 100]);
    expect(lookedAfter(5)).toBe(0);
    const mark = (): number => x.core.contract('BTCUSDT')!.markPrice;
    let before = mark();
    for (let price = 48_050; x.told('Liquidated').length === 0; price -= 5) {
      before = mark();
      x.moveMark(price);
    }
    expect(x.told('Liquidated').filter(({ step }) => step === 'STARTED')).toHaveLength(50);
    // What is left, 2.275, carries a fall of 4.1667 %, where the maintenance margin is 0.4 % of what is then the value.
    expect([before > units(47_916.66), mark() < units(47_916.67)]).toEqual([true, true]);
  });

  test('B10 B13 whom the payment makes unsafe is liquidated by the same command', () => {
    const x = plainHolders(4, { funds: 2.6 });
    // 2.6 carry a fall to 47 590.4; of the tick before, a payment of 0.01 % takes more than what is left.
    x.moveMark(47_592);
    expect(x.told('Liquidated')).toEqual([]);
    x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
    x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
    const fallen = x.told('Liquidated').filter(({ step }) => step === 'STARTED');
    expect(fallen.map(({ uid }) => uid)).toEqual([2, 4]);
  });

  test('B10 the rows take the same memory again, and who reads them after the next settlement is told so', () => {
    const x = plainHolders(4);
    const first = settle(x.core);
    const events = unpackEvents([first]);
    const second = settle(x.core);
    expect(rowsOf(first) === rowsOf(second)).toBe(true);
    expect(() => unpackEvents([first])).toThrow('read after');
    expect(unpackEvents([second])).toHaveLength(events.length);
    // While they are written for a third one.
    const pack = packOf(second);
    expect(() => unpackEach(pack, () => (pack.rows[SEQ] = 0))).toThrow('read after');
    expect(() => unpackEvents([second])).toThrow('read after');
  });

  test('B10 on another thread the events are the same, and the rows are not copied for it', () => {
    const told = settle(plainHolders(4).core);
    const arrived = structuredClone(told);
    expect(unpackEvents([arrived])).toEqual(unpackEvents([told]));
    expect(rowsOf(arrived).buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test('B10 where one settlement follows another within minutes, the rows of both can be read', () => {
    const x = plainHolders(4);
    const late = x.core.contract('BTCUSDT')!.nextFundingMs + 8 * 3_600_000 - 1;
    const [first, second] = [settle(x.core, late), settle(x.core)];
    expect([first, second].map((told) => unpackEvents([told]).length)).toEqual([13, 13]);
  });

  test('C4.1 the sums are zero, and a wallet below zero that its gains carry is no defect', () => {
    const x = plainHolders(2);
    const { ledger, users } = machineOf(x.core);
    const row = ledger.walletRow(users.find(2)!.index, 0);
    ledger.post([
      { row, bucket: FUTURES, amount: -ledger.balance(row, FUTURES) },
      { row, bucket: AVAILABLE, amount: ledger.balance(row, FUTURES) },
    ]);
    x.moveMark(60_000);
    settle(x.core);
    expect([ledger.balance(row, FUTURES) < 0n, machineOf(x.core).isStopped]).toEqual([true, false]);
    expect(x.core.ledgerSums().map(({ sum }) => sum)).toEqual([0n]);
  });
});

describe('numbers instead of BigInt', () => {
  const RUNS = { numRuns: 2_000 };
  const wide = (max: number): fc.Arbitrary<number> =>
    fc.oneof(
      fc.integer({ min: 1, max: 1_000 }),
      fc.maxSafeInteger().map((n) => 1 + (Math.abs(n) % max)),
    );

  test('trading B10 what is owed or due is the formula’s, or is left to it', () => {
    let answered = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(1, 1_000, 100_000, 100_000_000),
        wide(120_000_000),
        wide(2 ** 50),
        fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((rate) => rate !== 0),
        fc.boolean(),
        (step, steps, mark, rate, isLong) => {
          const quantity = step * steps;
          fc.pre(Number.isSafeInteger(quantity));
          const parts = fundingParts(BigInt(step), BigInt(mark), BigInt(rate));
          const found = fundingUnits(quantity, isLong, parts);
          if (Number.isNaN(found)) return;
          answered += 1;
          const position = { direction: isLong ? 1n : -1n, quantity: BigInt(quantity) } as const;
          expect(BigInt(found)).toBe(fundingAmount(position, BigInt(mark), BigInt(rate)));
        },
      ),
      RUNS,
    );
    expect(answered).toBeGreaterThan(300);
    const parts = fundingParts(100_000n, 5_000_000_000_000n, 10_000n);
    // Of no whole number of steps, and of too many.
    expect([fundingUnits(150_000, true, parts), fundingUnits(9_000_000_100_000, true, parts)]).toEqual([NaN, NaN]);
  });

  const tiersArb = fc
    .array(fc.tuple(wide(2 ** 44), fc.integer({ min: 1, max: 10_000_000 })), { minLength: 1, maxLength: 5 })
    .map((steps) => {
      let [cap, rate] = [0, 0];
      const rules = steps.map(([more, higher]) => {
        cap += more;
        rate += higher;
        return { cap: BigInt(cap), maxLeverage: 1, rate: BigInt(rate) };
      });
      return buildTiers(rules);
    });

  test('trading B2 the maintenance margin is the formula’s', () => {
    fc.assert(
      fc.property(tiersArb, wide(2 ** 50), (tiers, notional) => {
        expect(BigInt(maintenanceUnits(tierUnits(tiers), notional))).toBe(maintenanceMargin(tiers, BigInt(notional)));
      }),
      RUNS,
    );
  });

  test('trading B11 what is clearly safe is safe', () => {
    let clear = 0;
    fc.assert(
      fc.property(
        tiersArb,
        wide(2 ** 40),
        wide(2 ** 44),
        fc.boolean(),
        fc.integer({ min: -2_000, max: 2_000 }),
        fc.integer({ min: -50, max: 50 }),
        (tiers, size, mark, isLong, permille, off) => {
          const notional = notionalOf(BigInt(size), BigInt(mark));
          fc.pre(notional < 2n ** 50n);
          const cost = Number(notional + (notional * BigInt(permille)) / 4_000n);
          const result = isLong ? notional - BigInt(cost) : BigInt(cost) - notional;
          // Within a few hundred units of the border.
          const slack = BigInt(off * 10);
          const rest = Number(maintenanceMargin(tiers, notional) - result + slack);
          if (!isClearlySafe(rest, isLong ? size : -size, cost, mark, tierUnits(tiers))) return;
          clear += 1;
          expect(slack).toBeGreaterThan(0n);
        },
      ),
      RUNS,
    );
    expect(clear).toBeGreaterThan(100);
  });
});
