/** Random commands of operators: corrections, withheld profits, changed contract parameters. */
import fc from 'fast-check';
import { type Drawn, uid } from './random-perps.ts';
import { SYMBOLS, tiersOf, UNIT } from './random-setup.ts';

const constants = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const amount = fc.tuple(fc.integer({ min: 1, max: 80 }), fc.nat(UNIT - 1)).map(([whole, rest]) => whole * UNIT + rest);
const ofUser = fc.record({ uid, account: constants('SPOT', 'FUTURES', 'FUTURES') });
const ofHouse = fc.record({
  uid: fc.constant(0),
  account: constants('HOUSE', 'HOUSE_FEE', 'INSURANCE', 'BONUS_POOL', 'PRIZE_POOL', 'EXTERNAL'),
});

/** A correction between two accounts; now and then its sides do not add up to zero. */
const correction = fc
  .record({
    correctionId: fc.integer({ min: 1, max: 9 }),
    giver: fc.oneof(ofUser, ofUser, ofHouse),
    taker: fc.oneof(ofUser, ofHouse),
    amount,
    slip: constants(0, 0, 0, 0, 0, 0, 0, 1),
  })
  .map(({ correctionId, giver, taker, amount: moved, slip }) => ({
    kind: 'PostCorrection',
    correctionId,
    corrects: 'PRIZE 1',
    reason: 'paid twice',
    asset: 'USDT',
    entries: [
      { ...giver, amount: -moved },
      { ...taker, amount: moved + slip },
    ],
  }));

/** A profit share of one follower: set, or paid out. */
const share = { followId: fc.constant(1), version: fc.integer({ min: 1, max: 40 }) };
const accrued = fc.record({
  kind: fc.constant('AccrueCopyShare'),
  ...share,
  uid: constants(1, 1, 1, 2),
  asset: fc.constant('USDT'),
  accrued: fc.oneof(amount, fc.integer({ min: 0, max: 9 * UNIT })),
});
const paid = fc.record({
  kind: fc.constant('PayCopyShare'),
  ...share,
  leadUid: constants(4, 5),
  platformRate: constants(0, 33_333_333),
  ends: constants(false, false, false, false, true),
});

/** The changed parameters; the first three are refused. */
const CHANGES = [
  { tickSize: 1_000_000 },
  { stepSize: 100 },
  { defaultStpMode: 'NONE' },
  { tiers: tiersOf(700, 1_900, 15_000) },
  { tiers: tiersOf(300, 900, 4_000) },
  { takerFeeRate: 80_009, makerFeeRate: 30_011 },
  { takerFeeRate: 40_003, makerFeeRate: -5_001 },
  { liquidationFeeRate: 250_001 },
  { minNotional: 80 * UNIT },
  { maxLimitQuantity: 900 * 1_300_000 },
  { fundingIntervalHours: 2, interestRate: -20_003, fundingCap: 90_001 },
  { priceProtectScope: 9_000_001, minBuyPriceOffset: -6_000_001 },
  { maxOpenOrders: 2, maxStopOrders: 1, maxAmends: 1 },
  { defaultStpMode: 'EXPIRE_BOTH', hasFeeException: true },
];

export const operatorCommand = fc.oneof(
  { weight: 5, arbitrary: correction },
  { weight: 4, arbitrary: accrued },
  { weight: 2, arbitrary: paid },
  {
    weight: 5,
    // Mostly the first grant of a user.
    arbitrary: fc
      .record({
        kind: fc.constant('WithholdProfit'),
        withholdingId: fc.integer({ min: 1, max: 60 }),
        uid,
        other: constants(0, 0, 0, 0, 0, 7),
        amount,
        reason: fc.constant('abuse'),
      })
      .map(({ other, ...rest }) => ({ ...rest, grantId: 60 + rest.uid + other })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ChangeContract'),
      symbol: constants(...SYMBOLS, SYMBOLS[0], 'NOUSDT'),
      /** How far above the present version. */
      rise: constants(0, 1, 1, 1, 1, 2),
      change: constants(...CHANGES),
    }),
  },
) as fc.Arbitrary<Drawn>;
