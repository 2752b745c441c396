/** Random commands about bonus, vouchers, covers, prizes, pools, fee tiers and trade groups. */
import fc from 'fast-check';
import type { Drawn } from './random-perps.ts';
import { rarely, uid } from './random-perps.ts';
import { MODES, SYMBOLS, UNIT } from './random-setup.ts';

type Shape = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const constants = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const record = (kind: string, shape: Shape): fc.Arbitrary<unknown> => fc.record({ kind: fc.constant(kind), ...shape });
/** Few ids, so that repeats and conflicts come often. */
const id = (most: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: most });
/** If not 0, the id is replaced by that of an active one. */
const aim = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }));
const asset = fc.constant('USDT');
/** Odd amounts, so that sums are rounded. */
const amount = (min: number, max: number): fc.Arbitrary<number> =>
  fc.tuple(fc.integer({ min, max }), fc.nat(UNIT - 1)).map(([whole, rest]) => whole * UNIT + rest + 1);
/** Milliseconds from now. */
const lastsMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }).map((minutes) => minutes * 60_000 + 7) },
  { weight: 3, arbitrary: fc.constant(90_000_000) },
  { weight: 1, arbitrary: fc.constant(0) },
);
const rates = fc.record({
  spotMaker: fc.constant(0),
  spotTaker: fc.constant(0),
  futuresMaker: constants(-5_003, 0, 11_113),
  futuresTaker: constants(20_021, 45_677, 65_001, 90_001),
});
/** Mostly the mode of the user's other grants. */
const otherMode = rarely<(typeof MODES)[number] | null>(
  fc.constant(null),
  constants<(typeof MODES)[number]>(...MODES),
  7,
);
const symbols = rarely(fc.constant<string[]>([]), fc.constant([SYMBOLS[0]!]), 3);
const prize = { prizeId: id(12), uid, asset, wallet: constants('FUTURES', 'FUTURES', 'SPOT') };

export const rewardCommand = fc.oneof(
  {
    weight: 16,
    arbitrary: fc
      .record({
        kind: fc.constant('GrantBonus'),
        grantId: id(60),
        uid,
        asset,
        amount: amount(1, 90),
        otherMode,
        lastsMs,
        minOwnFunds: constants(0, 0, 0, 200 * UNIT),
        maxLeverage: constants(0, 0, 20),
        symbols,
        source: fc.constant('task'),
      })
      .map(({ otherMode: other, ...rest }) => ({ ...rest, ...(other ?? MODES[rest.uid - 1]!) })),
  },
  {
    weight: 6,
    arbitrary: record('RevokeBonus', {
      grantId: fc.oneof(id(60), fc.integer({ min: 61, max: 65 })),
      reason: fc.constant('abuse'),
      aim,
    }),
  },
  {
    weight: 8,
    arbitrary: record('GrantFeeVoucher', {
      voucherId: id(20),
      uid,
      coin: asset,
      amount: fc.integer({ min: 1, max: 3 * UNIT }),
      ratio: constants(33_333_333, 50_000_000, 99_999_999, 100_000_000),
      maxPerUse: constants(0, 0, 10_000_001),
      products: constants(['FUTURES'], ['SPOT', 'FUTURES'], ['FUTURES'], ['SPOT']),
      symbols,
      lastsMs,
    }),
  },
  { weight: 5, arbitrary: record('CancelFeeVoucher', { voucherId: id(20), aim }) },
  { weight: 4, arbitrary: record('AttachCover', { coverId: id(4), uid, asset, amount: amount(1, 40) }) },
  { weight: 4, arbitrary: record('PayCover', { coverId: id(4), aim, amount: amount(1, 40) }) },
  { weight: 3, arbitrary: record('EndCover', { coverId: id(4), aim }) },
  { weight: 4, arbitrary: record('PayPrize', { ...prize, amount: amount(1, 60) }) },
  { weight: 4, arbitrary: record('ClawBackPrize', { ...prize, amount: amount(1, 200) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('SetFeeTier'),
      uid,
      version: id(9),
      own: fc.option(rates, { nil: null, freq: 3 }),
      trial: fc.option(rates, { nil: null, freq: 3 }),
      lastsMs: fc.oneof(
        constants(10, 20, 30, 50, 70, 100),
        fc.integer({ min: 1, max: 9_000 }).map((n) => n * 100),
      ),
    }),
  },
  { weight: 3, arbitrary: record('SetTradeGroup', { uid, tradeGroupId: constants(0, 0, 7, 8) }) },
  {
    weight: 4,
    arbitrary: record('RestrictMarginAccount', {
      uid,
      wallet: rarely(constants('FUTURES', 'FUTURES', 'ELITE'), fc.constant('VOUCHER'), 9),
      closeOnly: constants(false, false, true),
    }),
  },
  {
    weight: 14,
    arbitrary: record('OpenVoucherPosition', {
      voucherId: id(6),
      uid,
      symbol: constants(SYMBOLS[0], SYMBOLS[0], SYMBOLS[1], SYMBOLS[2]),
      side: constants('BUY', 'SELL'),
      leverage: constants(1, 5, 10, 25, 50),
      amount: amount(5, 90),
    }),
  },
  { weight: 8, arbitrary: record('Clock', { afterMs: constants(0, 60_000, 300_000) }) },
  {
    weight: 2,
    arbitrary: record('FundPool', {
      pool: constants('BONUS_POOL', 'PRIZE_POOL'),
      asset,
      amount: constants(-UNIT, 80 * UNIT),
    }),
  },
) as fc.Arbitrary<Drawn>;
