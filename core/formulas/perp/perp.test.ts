import { describe, expect, test } from 'vitest';
import { formatUnits, parseUnits } from '../../fixed.ts';
import { adlScore, rankForAdl } from './adl.ts';
import { fundingAmount, fundingRate } from './funding.ts';
import { bankruptcyValues, hedgeLiquidationPrice, liquidationPrice, quantityForCap } from './liquidation.ts';
import {
  autoAddMargin,
  availableBalance,
  initialMarginOneWay,
  orderCost,
  removableMargin,
  transferableBalance,
} from './margin.ts';
import {
  entryPrice,
  exitPrice,
  increase,
  type Position,
  reduce,
  returnOfResult,
  returnOnEquity,
  unrealised,
} from './position.ts';
import { impactPrice, indexPrice, markPrice, premiumSample } from './prices.ts';
import { ceilDiv, floorDiv, ONE, roundDiv } from '../rounding.ts';
import { buildTiers, leverageCeiling, maintenanceMargin, type Tier } from './tiers.ts';

const u = (text: string): bigint => (text.startsWith('-') ? -1n : 1n) * BigInt(parseUnits(text.replace('-', ''), 8)!);
const text = (units: bigint): string => formatUnits(units, 8);
const cents = (units: bigint | null): string => (units === null ? 'none' : formatUnits(roundDiv(units, 1_000_000n), 2));

/** The example table of trading B2. */
const tiers: Tier[] = buildTiers([
  { cap: u('50000'), maxLeverage: 125, rate: 400_000n },
  { cap: u('250000'), maxLeverage: 100, rate: 500_000n },
  { cap: u('1000000'), maxLeverage: 50, rate: 1_000_000n },
  { cap: u('10000000'), maxLeverage: 20, rate: 2_500_000n },
  { cap: u('20000000'), maxLeverage: 10, rate: 5_000_000n },
  { cap: u('50000000'), maxLeverage: 5, rate: 10_000_000n },
]);

describe('tiers', () => {
  test('trading X-B1 deductions and maintenance margin are continuous at the borders', () => {
    expect(tiers.map((tier) => text(tier.deduction))).toEqual(['0', '50', '1300', '16300', '266300', '1266300']);
    expect(text(maintenanceMargin(tiers, u('50000')))).toBe('200');
    expect(text(maintenanceMargin(tiers, u('250000')))).toBe('1200');
    expect(text(ceilDiv(u('250000') * tiers[2]!.rate, ONE) - tiers[2]!.deduction)).toBe('1200');
    expect(text(maintenanceMargin(tiers, u('500000')))).toBe('3700');
  });

  test('trading X-B23 leverage ceilings', () => {
    expect(['50000', '50001', '1000000', '1000001'].map((notional) => leverageCeiling(tiers, u(notional)))).toEqual([
      125, 100, 50, 20,
    ]);
  });
});

describe('positions', () => {
  test('trading X-B4 increase, reduce, flip and rounding by exact cost', () => {
    let position: Position = increase({ direction: 1n, quantity: 0n, cost: 0n }, u('0.5'), u('5000'));
    position = increase(position, u('0.3'), u('6000'));
    expect(text(entryPrice(position))).toBe('5375');
    const first = reduce(position, u('0.3'), u('6000'));
    expect([text(first.realised), text(first.position!.cost)]).toEqual(['187.5', '2687.5']);
    const flipped = reduce(first.position!, u('0.5'), u('5500'));
    expect([text(flipped.realised), flipped.position]).toEqual(['62.5', null]);
    expect(text(increase({ direction: -1n, quantity: 0n, cost: 0n }, u('0.2'), u('5500')).cost)).toBe('1100');
    const odd: Position = { direction: 1n, quantity: u('3'), cost: u('100') };
    const one = reduce(odd, u('1'), u('34'));
    expect([text(odd.cost - one.position!.cost), text(one.realised)]).toEqual(['33.33333334', '0.66666666']);
    const two = reduce(one.position!, u('1'), u('34'));
    const three = reduce(two.position!, u('1'), u('34'));
    expect(text(one.realised + two.realised + three.realised)).toBe('2');
  });

  test('trading X-B19 return on equity', () => {
    const position: Position = { direction: 1n, quantity: u('0.2'), cost: u('1400') };
    expect(text(unrealised(position, u('7500')))).toBe('100');
    expect(formatUnits(roundDiv(returnOnEquity(position, u('7500'), 10n), 10_000n), 2)).toBe('71.43');
  });

  test('trading B4 the exit price is the average of all that closed a position, also of one that grew between', () => {
    // 1 at 100, half sold at 120, 1 more at 110, 1.5 sold at 130: 255 for 2 in all.
    const first = increase({ direction: 1n, quantity: 0n, cost: 0n }, u('1'), u('100'));
    const half = reduce(first, u('0.5'), u('120'));
    const grown = increase(half.position!, u('1'), u('110'));
    const rest = reduce(grown, u('1.5'), u('130'));
    const entered = { direction: 1n, quantity: u('2'), cost: u('210') } as const;
    const realised = half.realised + rest.realised;
    expect(text(realised)).toBe('45');
    expect(text(exitPrice(entered, { realised }))).toBe('127.5');
    // A short that was sold for 200 and loses 20 was bought back for 220.
    const short = { direction: -1n, quantity: u('2'), cost: u('200') } as const;
    expect(text(exitPrice(short, { realised: -u('20') }))).toBe('110');
    expect(exitPrice(entered, { realised: -u('300') })).toBe(0n);
    expect(text(returnOfResult(u('45'), { cost: u('210'), leverage: 10n }))).toBe('2.14285714');
  });

  test('trading X-B20 realised gains of all sides and the clearing account agree', () => {
    const a = increase({ direction: 1n, quantity: 0n, cost: 0n }, u('1'), u('100'));
    const b = increase({ direction: -1n, quantity: 0n, cost: 0n }, u('1'), u('100'));
    const closed = reduce(a, u('1'), u('110'));
    const c = increase({ direction: 1n, quantity: 0n, cost: 0n }, u('1'), u('110'));
    expect(text(closed.realised)).toBe('10');
    expect(text(c.cost - b.cost)).toBe('10');
    expect(text(unrealised(b, u('120')) + unrealised(c, u('120')))).toBe('-10');
  });
});

describe('margin', () => {
  test('trading X-B2 the cost of an order', () => {
    const input = { quantity: u('1'), price: u('50100'), mark: u('50000'), leverage: 20n, takerRate: 50_000n };
    const buy = orderCost({ side: 'BUY', ...input });
    expect([buy.initialMargin, buy.openingLoss, buy.feeReserve, buy.total].map(text)).toEqual([
      '2505',
      '100',
      '25.05',
      '2630.05',
    ]);
    expect(text(orderCost({ side: 'SELL', ...input }).total)).toBe('2530.05');
  });

  test('trading X-B3 orders against a position cost only what exceeds it', () => {
    const exposure = { positionNotional: u('10000'), buys: 0n, leverage: 10n };
    expect(text(initialMarginOneWay({ ...exposure, sells: u('25000') }))).toBe('1500');
    expect(text(initialMarginOneWay({ ...exposure, sells: u('20000') }))).toBe('1000');
  });

  test('trading X-B15 removable margin and auto-add', () => {
    const long: Position = { direction: 1n, quantity: u('1'), cost: u('50000') };
    const at = (mark: string): { margin: bigint; unrealised: bigint; notional: bigint; leverage: bigint } => ({
      margin: u('2500'),
      unrealised: unrealised(long, u(mark)),
      notional: u(mark),
      leverage: 20n,
    });
    expect(text(removableMargin(at('51000')))).toBe('950');
    expect(text(autoAddMargin({ ...at('47690'), available: u('5000') }))).toBe('2194.5');
    expect(text(autoAddMargin({ ...at('47690'), available: u('100') }))).toBe('100');
  });

  test('trading X-B18 X-B25 available and transferable', () => {
    const state = { wallet: u('1000'), bonus: 0n, bonusInPositions: 0n, deductions: u('450') };
    const gain = { ...state, crossUnrealised: u('150') };
    expect([text(availableBalance(gain)), text(transferableBalance(gain))]).toEqual(['700', '550']);
    const loss = { ...state, crossUnrealised: u('-200') };
    expect([text(availableBalance(loss)), text(transferableBalance(loss))]).toEqual(['350', '350']);
    const negative = { wallet: u('-200'), bonus: 0n, bonusInPositions: 0n, crossUnrealised: u('500'), deductions: 0n };
    expect([text(availableBalance(negative)), text(transferableBalance(negative))]).toEqual(['300', '0']);
  });

  test('trading X-E4 X-E9 bonus never leaves', () => {
    const grant = {
      wallet: u('120'),
      bonus: u('30'),
      bonusInPositions: 0n,
      crossUnrealised: u('-10'),
      deductions: u('60'),
    };
    expect(text(transferableBalance(grant))).toBe('50');
    expect(
      text(
        transferableBalance({
          wallet: u('120'),
          bonus: 0n,
          bonusInPositions: u('20'),
          crossUnrealised: 0n,
          deductions: 0n,
        }),
      ),
    ).toBe('100');
  });
});

describe('liquidation', () => {
  const none = { otherMaintenance: 0n, otherUnrealised: 0n, tiers };

  test('trading X-B5 isolated liquidation prices in the tier of the price itself', () => {
    const base = { quantity: u('1'), cost: u('50000'), balance: u('2500'), ...none };
    expect(cents(liquidationPrice({ direction: 1n, ...base }))).toBe('47690.76');
    expect(cents(liquidationPrice({ direction: -1n, ...base }))).toBe('52288.56');
  });

  test('trading X-B6 cross, with other positions', () => {
    const input = {
      direction: 1n,
      quantity: u('1'),
      cost: u('50000'),
      balance: u('5000'),
      otherMaintenance: u('100'),
      otherUnrealised: u('-400'),
      tiers,
    } as const;
    expect(cents(liquidationPrice(input))).toBe('45682.73');
  });

  test('trading X-B7 cross hedge: equity equals maintenance margin at the price', () => {
    const long = { quantity: u('2'), cost: u('60000') };
    const short = { quantity: u('1'), cost: u('31000') };
    const price = hedgeLiquidationPrice({ long, short, balance: u('2000'), ...none })!;
    expect(cents(price)).toBe('27332.66');
    const equity =
      u('2000') + unrealised({ direction: 1n, ...long }, price) + unrealised({ direction: -1n, ...short }, price);
    const needed =
      maintenanceMargin(tiers, (long.quantity * price) / ONE) +
      maintenanceMargin(tiers, (short.quantity * price) / ONE);
    expect(cents(equity)).toBe(cents(needed));
  });

  test('trading X-B12 the bankruptcy value of an isolated position is its cost less its margin', () => {
    const equityAt = (mark: string): bigint => u('2500') + u(mark) - u('50000');
    for (const mark of ['47600', '47300']) {
      expect(bankruptcyValues([{ direction: 1n, quantity: u('1'), mark: u(mark) }], equityAt(mark)).map(text)).toEqual([
        '47500',
      ]);
    }
  });

  test('trading X-B13 tier-down: what is kept, what is closed and what is left', () => {
    const cost = u('1200000');
    expect(cents(liquidationPrice({ direction: 1n, quantity: u('24'), cost, balance: u('60000'), ...none }))).toBe(
      '48021.37',
    );
    const long: Position = { direction: 1n, quantity: u('24'), cost };
    expect(text(u('60000') + unrealised(long, u('48000')))).toBe('12000');
    expect(text(maintenanceMargin(tiers, u('1152000')))).toBe('12500');
    const keep = quantityForCap(u('1000000'), u('48000'), u('0.001'));
    expect(text(keep)).toBe('20.833');
    const closed = reduce(long, long.quantity - keep, u('47990'));
    expect(text(closed.realised)).toBe('-6365.67');
    const fee = ceilDiv(u('3.167') * u('47990') * 200_000n, ONE * ONE);
    expect(text(fee)).toBe('303.96866');
    const margin = u('60000') + closed.realised - fee;
    expect(text(margin)).toBe('53330.36134');
    expect(text(margin + unrealised(closed.position!, u('48000')))).toBe('11664.36134');
    expect(text(maintenanceMargin(tiers, (keep * u('48000')) / ONE))).toBe('8699.84');
  });

  test('trading X-B21 cross bankruptcy values split by notional realise the whole balance', () => {
    const positions = [
      { direction: 1n, quantity: u('1'), mark: u('49800') },
      { direction: -1n, quantity: u('10'), mark: u('3005') },
    ] as const;
    const equity = u('300') + (u('49800') - u('50000')) + (u('30000') - u('30050'));
    expect(text(equity)).toBe('50');
    const values = bankruptcyValues(positions, equity);
    expect(values.map((value) => formatUnits(roundDiv(value, 100n), 6))).toEqual(['49768.816531', '30068.816531']);
    expect(text(values[0]! - u('50000') + (u('30000') - values[1]!))).toBe('-300');
  });

  test('trading X-B22 part of an isolated position closed', () => {
    const long: Position = { direction: 1n, quantity: u('1'), cost: u('50000') };
    const closed = reduce(long, u('0.4'), u('49500'));
    const release = floorDiv(u('2500') * u('0.4'), u('1'));
    const fee = ceilDiv(u('0.4') * u('49500') * 50_000n, ONE * ONE);
    expect([release, closed.realised, fee, release + closed.realised - fee].map(text)).toEqual([
      '1000',
      '-200',
      '9.9',
      '790.1',
    ]);
  });
});

describe('prices', () => {
  test('trading X-B8 mark is the median of funding-adjusted index, index plus basis, and last', () => {
    const mark = markPrice({
      index: u('50000'),
      lastFundingRate: 10_000n,
      timeToFundingMs: 4n,
      fundingIntervalMs: 8n,
      doubledBasisSamples: [u('20'), u('24'), u('28')],
      last: u('50030'),
      tick: u('0.1'),
    });
    expect(text(mark)).toBe('50012');
  });

  test('the mark is never more than 5 % from the index, and without samples the basis is 0', () => {
    const quiet = {
      index: u('100'),
      lastFundingRate: 0n,
      timeToFundingMs: 0n,
      fundingIntervalMs: 8n,
      doubledBasisSamples: [],
      tick: u('0.01'),
    };
    expect(text(markPrice({ ...quiet, last: u('200') }))).toBe('100');
    expect(text(markPrice({ ...quiet, doubledBasisSamples: [u('100')], last: u('200') }))).toBe('105');
  });

  test('trading X-B9 index: weights, one source that is off, several that are off', () => {
    const of = (...pairs: [string, bigint][]): { price: bigint; weight: bigint }[] =>
      pairs.map(([price, weight]) => ({ price: u(price), weight }));
    expect(text(indexPrice(of(['100', 1n], ['101', 1n], ['99.5', 2n], ['120', 1n]), null, u('0.01'))!)).toBe('100');
    expect(text(indexPrice(of(['100', 1n], ['101', 1n], ['120', 1n], ['80', 1n]), null, u('0.01'))!)).toBe('100.5');
    expect(text(indexPrice(of(['100', 1n], ['102', 1n]), null, u('0.01'))!)).toBe('101');
    expect(text(indexPrice(of(['104', 1n]), u('100'), u('0.01'))!)).toBe('104');
    expect(text(indexPrice(of(['106', 1n]), u('100'), u('0.01'))!)).toBe('100');
    expect(indexPrice([], null, u('0.01'))).toBeNull();
  });

  test('trading X-B24 impact price and premium sample', () => {
    const bid = impactPrice(
      [
        [u('50010'), u('0.2')],
        [u('50000'), u('1')],
      ],
      u('25000'),
    )!;
    expect(formatUnits(roundDiv(bid, 10_000n), 4)).toBe('50004.0003');
    expect(formatUnits(roundDiv(premiumSample(bid, u('50020'), u('49980')), 10n), 7)).toBe('0.0004802');
    expect(impactPrice([[u('50010'), u('0.2')]], u('25000'))).toBeNull();
  });
});

describe('funding', () => {
  const base = { interest: 10_000n, intervalHours: 8n, cap: u('0.003') };

  test('trading X-B10 the rate of an interval and what a position pays', () => {
    const rate = fundingRate({ ...base, samples: [20_000n, 60_000n, 100_000n] });
    expect(text(rate)).toBe('0.00023333');
    expect(text(-fundingAmount({ direction: 1n, quantity: u('2') }, u('30000'), rate))).toBe('13.9998');
    expect(text(fundingRate({ ...base, samples: [40_000n] }))).toBe('0.0001');
    expect(text(fundingRate({ ...base, samples: [20_000n, 60_000n, 100_000n], intervalHours: 4n }))).toBe('0.00011667');
    expect(text(fundingRate({ ...base, samples: [null, 900_000n] }))).toBe('0.003');
  });

  test('trading X-B11 payers round up, receivers down, the surplus goes to the insurance fund', () => {
    const amounts = [
      fundingAmount({ direction: 1n, quantity: u('0.333') }, u('10000.01'), 12_345n),
      fundingAmount({ direction: 1n, quantity: u('0.667') }, u('10000.01'), 12_345n),
      fundingAmount({ direction: -1n, quantity: u('1') }, u('10000.01'), 12_345n),
    ];
    expect(amounts.map(text)).toEqual(['-0.41108892', '-0.82341233', '1.23450123']);
    expect(text(-amounts.reduce((sum, amount) => sum + amount, 0n))).toBe('0.00000002');
  });
});

test('trading X-B14 auto-deleveraging ranks by profit and leverage', () => {
  const short = (positionId: number, quantity: string, entry: string, margin: string) => {
    const cost = (u(quantity) * u(entry)) / ONE;
    const notional = (u(quantity) * u('47000')) / ONE;
    return { positionId, quantity: u(quantity), cost, notional, margin: u(margin), unrealised: cost - notional };
  };
  const holders = [short(1, '2', '52000', '5200'), short(2, '1', '50000', '500'), short(3, '3', '46000', '13800')];
  expect(holders.map((holder) => formatUnits(roundDiv(adlScore(holder), 100n), 6))).toEqual([
    '0.594636',
    '0.805714',
    '-0.001665',
  ]);
  expect(rankForAdl(holders).map((holder) => holder.positionId)).toEqual([2, 1, 3]);
});

test('trading X-B16 a trailing exit fires when the price has come back by its rate', () => {
  // Short exit, 1 %, activation 95: peak after activation, in thousandths so that the comparison is exact.
  const prices = ['100', '97', '95', '94', '93', '93.5', '93.93'];
  let lowest: bigint | null = null;
  const fired = prices.find((price) => {
    const value = u(price);
    if (lowest === null && value > u('95')) return false;
    if (lowest === null || value < lowest) lowest = value;
    return value * 100n >= lowest * 101n;
  });
  expect(fired).toBe('93.93');
});

test('trading B11 beyond the last cap the last tier holds on: no price is hidden there', () => {
  const tiers = buildTiers(
    (
      [
        [50_000, 125, 400_000],
        [250_000, 100, 500_000],
        [1_000_000, 50, 1_000_000],
        [10_000_000, 20, 2_500_000],
        [20_000_000, 10, 5_000_000],
        [50_000_000, 5, 10_000_000],
      ] as const
    ).map(([cap, maxLeverage, rate]) => ({ cap: BigInt(cap) * 100_000_000n, maxLeverage, rate: BigInt(rate) })),
  );
  // Isolated short 960 @ 50 000, 5x: (9.6 M + 1.2663 M + 48 M) / (960 * 1.1).
  const price = liquidationPrice({
    direction: -1n,
    quantity: 96_000_000_000n,
    cost: 4_800_000_000_000_000n,
    balance: 960_000_000_000_000n,
    otherMaintenance: 0n,
    otherUnrealised: 0n,
    tiers,
  });
  expect(price).toBe(5_574_460_227_272n);
});
