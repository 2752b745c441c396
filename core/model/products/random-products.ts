/** Random commands to the house for its property test: areas of few kinds and few ids, so that they meet. */
import fc from 'fast-check';

export const USERS = [1, 2, 3];
export const SYMBOL = 'COINUSDT';
export const START = 1_000;
/** Commands of one run, at most. */
export const COMMANDS = 100;

const id = fc.integer({ min: 1, max: 3 });
const uid = fc.constantFrom(...USERS);
const asset = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom('USDT', 'USDT', 'USDT', 'COIN') },
  { weight: 1, arbitrary: fc.constant('NONE') },
);
/** Round amounts too, so that accounts are emptied to the last unit, which is a case of its own. */
const amount = fc.oneof(
  fc.constantFrom(1_000, 2_000, 3_000),
  fc.integer({ min: 1, max: 5_000 }),
  fc.integer({ min: 1, max: 90_000 }),
);
/** Mostly a valid amount; seldom 0, or one above the largest number of units. */
const oddAmount = fc.oneof({ weight: 8, arbitrary: amount }, { weight: 1, arbitrary: fc.constantFrom(0, 2 ** 53) });
const fee = fc.constantFrom(0, 0, 7, 4_000);
const expiresAtMs = fc.nat(20).map((steps) => START + 20 * steps);
const wallet = fc.constantFrom('SPOT', 'FUTURES');
const version = fc.integer({ min: 1, max: 9 });
const constants = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

type Shape = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const move = { uid, asset, amount };
const ACCOUNTS = ['HOUSE', 'HOUSE_FEE', 'EXTERNAL', 'INSURANCE', 'BONUS_POOL', 'EARN_POOL'];
const sideArb = fc.oneof(
  { weight: 3, arbitrary: fc.record({ uid, account: constants('SPOT', 'SPOT', 'FUTURES') }) },
  { weight: 3, arbitrary: fc.record({ uid: fc.constant(0), account: fc.constantFrom(...ACCOUNTS) }) },
  { weight: 1, arbitrary: fc.constantFrom({ uid: 0, account: 'SPOT' }, { uid: 1, account: 'EARN_POOL' }) },
);
/** One side gives what two get, to the unit, or nearly so. */
const entriesArb = fc
  .tuple(sideArb, sideArb, sideArb, amount, fc.integer({ min: 0, max: 900 }), constants(0, 0, 0, 0, 0, 1))
  .map(([giver, one, other, all, part, off]) =>
    [
      { ...giver, amount: -(all + part) },
      { ...one, amount: all + off },
      { ...other, amount: part },
    ].filter((side) => side.amount !== 0),
  );
const SHAPES: Readonly<Record<string, Shape>> = {
  ContributeCapital: { asset, amount: fc.integer({ min: -50_000, max: 200_000 }).filter((value) => value !== 0) },
  FundPool: {
    pool: constants('BONUS_POOL', 'PRIZE_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL'),
    asset,
    amount: fc.integer({ min: -20_000, max: 90_000 }).filter((value) => value !== 0),
  },
  SetPoolFloor: {
    pool: constants('EARN_POOL', 'DUAL_POOL', 'EARN_POOL', 'DUAL_POOL', 'PRIZE_POOL'),
    asset,
    floor: constants(-40_000, -5_000, 0, 5),
  },
  PayRebate: { rebateId: id, ...move, amount: fc.integer({ min: 1, max: 300 }) },
  GrantFeeVoucher: {
    voucherId: fc.integer({ min: 1, max: 12 }),
    uid,
    coin: asset,
    amount: fc.integer({ min: 1, max: 900 }),
    ratio: constants(1, 33_333_333, 50_000_000, 100_000_000),
    maxPerUse: constants(0, 0, 55),
    products: constants(['SPOT'], ['SPOT'], ['SPOT', 'FUTURES'], ['FUTURES']),
    symbols: constants([], [], [], [SYMBOL], ['OTHER']),
    expiresAtMs,
  },
  CancelFeeVoucher: { voucherId: fc.integer({ min: 1, max: 12 }) },
  AttachCover: { coverId: id, ...move },
  PayCover: { coverId: id, amount },
  EndCover: { coverId: id },
  PayPrize: { prizeId: fc.integer({ min: 1, max: 9 }), wallet, ...move, amount: oddAmount },
  ClawBackPrize: { prizeId: id, wallet, ...move },
  GrantBonus: {
    grantId: fc.integer({ min: 1, max: 9 }),
    ...move,
    asset: fc.constant('USDT'),
    mode: constants('BONUS_FIRST', 'BONUS_FIRST', 'OWN_FIRST'),
    ratio: fc.constant(0),
    expiresAtMs,
    minOwnFunds: constants(0, 0, 30_000),
    maxLeverage: fc.constant(20),
    symbols: fc.constant([]),
    source: constants('', 'x'),
  },
  RevokeBonus: { grantId: fc.integer({ min: 1, max: 9 }), reason: fc.constant('') },
  RequestWithdrawal: { withdrawalId: id, ...move, amount: oddAmount, fee },
  SendWithdrawal: { withdrawalId: id, networkCost: constants(0, 3) },
  RefundWithdrawal: { withdrawalId: id },
  OpenP2pAd: { adId: id, ...move },
  ChangeP2pAd: { adId: id, amount: fc.oneof(fc.constant(0), amount) },
  CloseP2pAd: { adId: id },
  OpenP2pOrder: {
    orderId: fc.integer({ min: 1, max: 6 }),
    adId: fc.nat(3),
    sellerUid: uid,
    buyerUid: uid,
    asset,
    amount,
    fee,
  },
  ReleaseP2pOrder: { orderId: fc.integer({ min: 1, max: 6 }) },
  RefundP2pOrder: { orderId: fc.integer({ min: 1, max: 6 }) },
  SubscribeEarn: { subscriptionId: id, ...move },
  RedeemEarn: { redemptionId: id, ...move },
  PayEarnInterest: { payoutId: id, ...move, amount: oddAmount, compound: fc.boolean() },
  SubscribeDual: { dualId: id, ...move },
  SettleDual: { dualId: id, exercised: fc.boolean(), asset, payout: amount },
  AccrueCopyShare: {
    followId: fc.integer({ min: 1, max: 2 }),
    version,
    uid: fc.constant(1),
    asset: fc.constant('USDT'),
    accrued: amount,
  },
  PostCorrection: {
    correctionId: fc.integer({ min: 1, max: 6 }),
    corrects: constants('POOL 1', 'PRIZE 2'),
    reason: constants('a wrong amount', 'a wrong account'),
    asset,
    entries: entriesArb,
  },
  WithholdProfit: {
    withholdingId: id,
    uid,
    grantId: fc.integer({ min: 1, max: 9 }),
    amount,
    reason: fc.constant('abuse'),
    aims: constants(true, true, false),
  },
  ConvertDust: {
    uid,
    coins: constants(['BIT'], ['BIT'], ['BIT'], ['COIN'], ['BIT', 'COIN'], ['NONE'], [], ['BIT', 'BIT'], ['USDT']),
    minReceived: constants(0, 0, 5_000, 2_000_000),
  },
  PayCopyShare: {
    followId: fc.integer({ min: 1, max: 2 }),
    version,
    leadUid: uid,
    platformRate: constants(0, 33_333_333),
    ends: constants(false, false, false, true),
  },
};

const spotArb = fc.oneof(
  fc
    .record({
      uid,
      side: constants('BUY', 'SELL'),
      ticks: constants(99, 100, 100, 101),
      lots: fc.integer({ min: 1, max: 20 }),
    })
    .map(({ ticks, lots, ...rest }) => ({
      kind: 'PlaceOrder',
      symbol: SYMBOL,
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: ticks * 10_000,
      quantity: lots * 100,
      quoteAmount: 0,
      maxSlippage: 0,
      stpMode: '',
      clientOrderId: '',
      ...rest,
      idempotency: null,
    })),
  fc
    .record({ uid, asset, amount: fc.oneof(amount, id), toSpot: fc.boolean(), confirmForfeit: fc.boolean() })
    .map(({ toSpot, ...rest }) => ({
      kind: 'Transfer',
      from: toSpot ? 'FUTURES' : 'SPOT',
      to: toSpot ? 'SPOT' : 'FUTURES',
      ...rest,
    })),
  fc.record({ kind: fc.constant('Deposit'), uid, asset, amount }),
  fc.record({ kind: fc.constant('Clock') }),
);
/** Repeats an earlier command under the same id, which must have no second effect. */
const againArb = fc.record({ kind: fc.constant('Again'), back: fc.integer({ min: 1, max: 12 }) });

/** Kinds that concern each other: few enough for the commands of a run to meet. */
const AREAS: readonly (readonly string[])[] = [
  ['GrantFeeVoucher', 'GrantFeeVoucher', 'GrantFeeVoucher', 'CancelFeeVoucher', 'PayRebate'],
  [
    'AttachCover',
    'PayCover',
    'EndCover',
    'PayPrize',
    'ClawBackPrize',
    'FundPool',
    'ContributeCapital',
    'PostCorrection',
  ],
  ['GrantBonus', 'GrantBonus', 'GrantBonus', 'RevokeBonus', 'WithholdProfit', 'ClawBackPrize', 'PostCorrection'],
  ['OpenP2pAd', 'ChangeP2pAd', 'CloseP2pAd', 'OpenP2pOrder', 'OpenP2pOrder', 'ReleaseP2pOrder', 'RefundP2pOrder'],
  [
    'RequestWithdrawal',
    'SendWithdrawal',
    'RefundWithdrawal',
    'SubscribeDual',
    'SettleDual',
    'SettleDual',
    'SetPoolFloor',
  ],
  [
    'SubscribeEarn',
    'RedeemEarn',
    'PayEarnInterest',
    'PayEarnInterest',
    'SetPoolFloor',
    'AccrueCopyShare',
    'AccrueCopyShare',
    'PayCopyShare',
  ],
  ['ConvertDust', 'ConvertDust', 'ContributeCapital', 'FundPool', 'FundPool'],
  Object.keys(SHAPES),
];
/** One command of one of these kinds. */
export const productCommand = (kinds: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.oneof(...kinds.map((kind) => fc.record({ kind: fc.constant(kind), ...SHAPES[kind] })));

export const listArb = fc.constantFrom(...AREAS).chain((kinds) => {
  const houseArb = productCommand(kinds);
  const commandArb = fc.oneof(
    { weight: 4, arbitrary: spotArb },
    { weight: 8, arbitrary: houseArb },
    { weight: 1, arbitrary: againArb },
  );
  return fc.array(commandArb, { minLength: 70, maxLength: COMMANDS });
});
/** Grants until a user may have no more. */
export const fillArb = fc.oneof(
  { weight: 11, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: uid.map((one) =>
      Array.from({ length: 101 }, (_, n) => ({
        kind: 'GrantBonus',
        grantId: 1_000 + n,
        uid: one,
        asset: 'USDT',
        amount: 1,
        mode: 'BONUS_FIRST',
        ratio: 0,
        expiresAtMs: 1_000_000,
        minOwnFunds: 0,
        maxLeverage: 0,
        symbols: [],
        source: '',
      })),
    ),
  },
);

/** Completes commands that repeat an earlier command or aim at one. */
export function resolve(list: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  for (const fields of list) {
    const named = fields['kind'] === 'Again' ? found.at(-Number(fields['back'])) : aimed(fields, found);
    if (named !== undefined) found.push(named);
  }
  return found;
}

/** A withholding that aims names the last grant for which a revocation was drawn, and its user. */
function aimed(
  { aims, ...fields }: Record<string, unknown>,
  found: readonly Record<string, unknown>[],
): Record<string, unknown> {
  if (aims !== true) return fields;
  const grantId = found.findLast(({ kind }) => kind === 'RevokeBonus')?.['grantId'];
  const grant = found.find((one) => one['kind'] === 'GrantBonus' && one['grantId'] === grantId);
  return grant === undefined ? fields : { ...fields, grantId, uid: grant['uid'] };
}
