/** Random commands to the house between deposits, transfers and spot orders: the engine and a naive model agree on everything. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, CommandBody } from '../commands.ts';
import type { Core } from '../core.ts';
import type { Engine } from '../engine.ts';
import type { CoreEvent } from '../events.ts';
import { createCore, decodeCommand, encodeCommand, restoreCore } from '../index.ts';
import { AVAILABLE, HOUSE, LOCKED } from '../ledger/ledger.ts';
import { body, parameters } from '../testing.ts';
import { NaiveHouse } from './naive-house.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 150);
const COMMANDS = 100;
const USERS = [1, 2, 3];
const SYMBOL = 'COINCASH';
const START = 1_000;

const id = fc.integer({ min: 1, max: 3 });
const uid = fc.constantFrom(...USERS);
const asset = fc.constantFrom('CASH', 'CASH', 'CASH', 'COIN');
/** Round ones too: what is emptied to the last unit behaves in its own way. */
const amount = fc.oneof(
  fc.constantFrom(1_000, 2_000, 3_000),
  fc.integer({ min: 1, max: 5_000 }),
  fc.integer({ min: 1, max: 90_000 }),
);
const fee = fc.constantFrom(0, 0, 7, 4_000);
const expiresAtMs = fc.nat(20).map((steps) => START + 20 * steps);
const wallet = fc.constantFrom('SPOT', 'FUTURES');
const version = fc.integer({ min: 1, max: 9 });
const constants = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

type Shape = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const move = { uid, asset, amount };
const SHAPES: Readonly<Record<string, Shape>> = {
  ContributeCapital: { asset, amount: fc.integer({ min: -50_000, max: 200_000 }).filter((value) => value !== 0) },
  FundPool: {
    pool: constants('BONUS_POOL', 'PRIZE_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL'),
    asset,
    amount: fc.integer({ min: -20_000, max: 90_000 }).filter((value) => value !== 0),
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
  PayPrize: { prizeId: fc.integer({ min: 1, max: 9 }), wallet, ...move },
  ClawBackPrize: { prizeId: id, wallet, ...move },
  GrantBonus: {
    grantId: fc.integer({ min: 1, max: 9 }),
    ...move,
    asset: fc.constant('CASH'),
    mode: constants('BONUS_FIRST', 'BONUS_FIRST', 'OWN_FIRST'),
    ratio: fc.constant(0),
    expiresAtMs,
    minOwnFunds: constants(0, 0, 30_000),
    maxLeverage: fc.constant(20),
    symbols: fc.constant([]),
    source: constants('', 'x'),
  },
  RevokeBonus: { grantId: fc.integer({ min: 1, max: 9 }), reason: fc.constant('') },
  RequestWithdrawal: { withdrawalId: id, ...move, fee },
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
  PayEarnInterest: { payoutId: id, ...move, compound: fc.boolean() },
  SubscribeDual: { dualId: id, ...move },
  SettleDual: { dualId: id, exercised: fc.boolean(), asset, payout: amount },
  AccrueCopyShare: {
    followId: fc.integer({ min: 1, max: 2 }),
    version,
    uid: fc.constant(1),
    asset: fc.constant('CASH'),
    accrued: amount,
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
  fc.record({ uid, asset, amount, toSpot: fc.boolean(), confirmForfeit: fc.boolean() }).map(({ toSpot, ...rest }) => ({
    kind: 'Transfer',
    from: toSpot ? 'FUTURES' : 'SPOT',
    to: toSpot ? 'SPOT' : 'FUTURES',
    ...rest,
  })),
  fc.record({ kind: fc.constant('Deposit'), uid, asset, amount }),
  fc.record({ kind: fc.constant('Clock') }),
);
/** The same wish once more: what its id did already, it does not do again. */
const againArb = fc.record({ kind: fc.constant('Again'), back: fc.integer({ min: 1, max: 12 }) });

/** Kinds that concern each other: few enough for the commands of a run to meet. */
const AREAS: readonly (readonly string[])[] = [
  ['GrantFeeVoucher', 'GrantFeeVoucher', 'GrantFeeVoucher', 'CancelFeeVoucher', 'PayRebate'],
  ['AttachCover', 'PayCover', 'EndCover', 'PayPrize', 'ClawBackPrize', 'FundPool', 'ContributeCapital'],
  ['GrantBonus', 'GrantBonus', 'GrantBonus', 'RevokeBonus', 'ClawBackPrize'],
  ['OpenP2pAd', 'ChangeP2pAd', 'CloseP2pAd', 'OpenP2pOrder', 'OpenP2pOrder', 'ReleaseP2pOrder', 'RefundP2pOrder'],
  ['RequestWithdrawal', 'SendWithdrawal', 'RefundWithdrawal', 'SubscribeDual', 'SettleDual', 'SettleDual'],
  ['SubscribeEarn', 'RedeemEarn', 'PayEarnInterest', 'AccrueCopyShare', 'AccrueCopyShare', 'PayCopyShare'],
  Object.keys(SHAPES),
];
const listArb = fc.constantFrom(...AREAS).chain((kinds) => {
  const houseArb = fc.oneof(...kinds.map((kind) => fc.record({ kind: fc.constant(kind), ...SHAPES[kind] })));
  const commandArb = fc.oneof(
    { weight: 4, arbitrary: spotArb },
    { weight: 8, arbitrary: houseArb },
    { weight: 1, arbitrary: againArb },
  );
  return fc.array(commandArb, { minLength: 70, maxLength: COMMANDS });
});

function resolve(list: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  for (const fields of list) {
    const named = fields['kind'] === 'Again' ? found.at(-Number(fields['back'])) : fields;
    if (named !== undefined) found.push(named);
  }
  return found;
}

function setUp(feeMode: 'RECEIVED' | 'QUOTE'): object[] {
  const market = { tickSize: 10_000, stepSize: 100, makerFeeRate: 3_000_000, takerFeeRate: 7_000_000, feeMode };
  const copy = { kind: 'Transfer', uid: 1, asset: 'CASH', from: 'SPOT', amount: 9_000 };
  const pools = ['BONUS_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL'];
  return [
    { kind: 'CreateAsset', asset: 'COIN', scale: 4 },
    { kind: 'CreateAsset', asset: 'CASH', scale: 8 },
    { kind: 'CreateMarket', symbol: SYMBOL, base: 'COIN', quote: 'CASH', parameters: parameters(market) },
    ...USERS.map((one) => ({ kind: 'Deposit', uid: one, asset: 'COIN', amount: 60_000 })),
    ...USERS.map((one) => ({ kind: 'Deposit', uid: one, asset: 'CASH', amount: 900_000 })),
    ...['CASH', 'COIN'].map((one) => ({ kind: 'ContributeCapital', asset: one, amount: 400_000 })),
    ...[1, 2].map((one) => ({ ...copy, to: `COPY:${one}` })),
    ...pools.flatMap((pool) => ['CASH', 'COIN'].map((one) => ({ kind: 'FundPool', pool, asset: one, amount: 60_000 }))),
  ];
}

const KEYLESS: readonly unknown[] = ['CreateAsset', 'CreateMarket', 'Clock', 'PlaceOrder'];

const engineOf = (core: Core): Engine => (core as unknown as { engine: Engine }).engine;

/** Everything that anyone holds, as the model names it. */
function balancesOf(core: Core): Map<string, bigint> {
  const { ledger, users, assets } = engineOf(core);
  const found = new Map<string, bigint>();
  const put = (key: string, units: bigint): void => void (units !== 0n && found.set(key, units));
  assets.forEach(({ asset: name }, index) => {
    put(`0 ${name} AVAIL`, ledger.balance(ledger.houseRow(index), AVAILABLE));
    put(`-1 ${name} AVAIL`, ledger.balance(ledger.externalRow(index), AVAILABLE));
    for (const one of USERS) {
      for (const balance of core.balances(one).filter((b) => b.asset === name)) {
        put(`${one} ${name} ${balance.wallet === 'SPOT' ? 'AVAIL' : 'FUTURES'}`, balance.available);
        put(`${one} ${name} LOCKED`, balance.locked);
      }
    }
  });
  for (const { owner, asset: index, name, row } of ledger.namedAccounts()) {
    const holder = owner === HOUSE ? 0 : users.at(owner).uid;
    put(`${holder} ${assets[index].asset} ${name}`, ledger.balance(row, AVAILABLE));
    put(`${holder} ${assets[index].asset} ${name}/HOLD`, ledger.balance(row, LOCKED));
  }
  return found;
}

function sorted(balances: ReadonlyMap<string, bigint>): string[] {
  return [...balances]
    .filter(([, units]) => units !== 0n)
    .map(([key, units]) => `${key} ${units}`)
    .sort();
}

/** Events alone give the accounts with a name, and the transfers that were told give the pools. */
function checkEvents(core: Core, events: readonly CoreEvent[]): void {
  const accounts = new Map<string, bigint>();
  const pools = new Map<string, bigint>();
  for (const event of events) {
    if (event.kind === 'AccountChanged') {
      accounts.set(`${event.uid} ${event.asset} ${event.account}`, event.balance);
      accounts.set(`${event.uid} ${event.asset} ${event.account}/HOLD`, event.held);
    }
    if (event.kind !== 'Posted') continue;
    expect(event.entries.reduce((sum, entry) => sum + entry.amount, 0n)).toBe(0n);
    for (const { uid: owner, account, amount: units } of event.entries) {
      const key = `${owner} ${event.asset} ${account}`;
      if (owner === 0 && account !== 'HOUSE_FEE' && account !== 'EXTERNAL')
        pools.set(key, (pools.get(key) ?? 0n) + units);
    }
  }
  const all = balancesOf(core);
  const isWallet = (key: string): boolean => /(?:AVAIL|LOCKED|FUTURES)$/.test(key);
  const named = [...all].filter(([key]) => !isWallet(key));
  expect(sorted(accounts)).toEqual(sorted(new Map(named.filter(([key]) => !key.startsWith('0 ')))));
  expect(sorted(pools)).toEqual(sorted(new Map(named.filter(([key]) => key.startsWith('0 ')))));
}

test('trading C2 trading C4 random house commands: the engine equals the naive model after each, and so do replay and restore', () => {
  fc.assert(
    fc.property(
      constants<'RECEIVED' | 'QUOTE'>('RECEIVED', 'QUOTE'),
      listArb,
      fc.integer({ min: 1, max: COMMANDS }),
      (feeMode, list, cut) => {
        const core = createCore({ checkInvariants: true });
        const model = new NaiveHouse();
        const first = setUp(feeMode);
        const commands: Command[] = [];
        const events: CoreEvent[] = [];
        let restored: Core | null = null;
        for (const fields of [...first, ...resolve(list)] as Record<string, unknown>[]) {
          const seq = core.lastSeq + 1;
          // A key of its own for each: a repeat of an id reaches the house.
          const key = KEYLESS.includes(fields['kind']) ? {} : { idempotency: { key: `${seq}`, fingerprint: '' } };
          const command = {
            ...body(fields as unknown as CommandBody),
            ...key,
            seq,
            timeMs: START + 2 * seq,
          } as Command;
          commands.push(command);
          const outcome = core.apply(command, (event) => events.push(event));
          expect(outcome.ok ? null : outcome.code).toBe(model.apply(command));
          if (outcome.ok && outcome.result.kind === 'Moved') expect(BigInt(outcome.result.amount)).toBe(model.answer);
          if (commands.length === first.length + cut)
            restored = restoreCore(core.snapshot(), { checkInvariants: true });
          else restored?.apply(command, () => {});
          expect(sorted(balancesOf(core))).toEqual(sorted(model.balances));
        }
        checkEvents(core, events);
        expect(restored?.stateHash() ?? core.stateHash()).toBe(core.stateHash());
        expect(restoreCore(core.snapshot()).snapshot()).toEqual(core.snapshot());
        const replayed = createCore();
        const again: CoreEvent[] = [];
        for (const command of commands) {
          replayed.apply(decodeCommand(encodeCommand(command), 0).command, (event) => again.push(event));
        }
        expect(again).toEqual(events);
        expect(replayed.stateHash()).toBe(core.stateHash());
      },
    ),
    { numRuns: RUNS },
  );
}, 3_600_000);
