/** Accounts, positions and the fund of the perpetuals, read back from a snapshot (trading C4.16, B9, B14, E). */
import { describe, expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { ACCOUNT_ROW } from '../kernel/perp-layout.ts';
import { newPosition, type OpenPosition } from '../perp/account/open-position.ts';
import { LazyMap } from '../perp/account/lazy-map.ts';
import type { Perps } from '../perp/perps.ts';
import { BonusExchange } from '../testing/bonus.ts';
import { TestPerps, text } from '../testing/perps.ts';
import { codeOf, machineOf, units } from '../testing/exchange.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { readAccount, writeAccount } from './margin-accounts.ts';
import { SNAPSHOT_VERSION } from './snapshot-version.ts';

/** Goes on with what a snapshot gives; its state is the same to the last field. */
function restart<T extends TestPerps>(x: T): void {
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  expect(restored.stateHash()).toBe(x.core.stateHash());
  Object.assign(x, { core: restored });
}

test('trading E6 the face of a voucher position stays the platform’s', () => {
  const x = new BonusExchange({ leverageDefault: 10, priceProtectScope: 90_000_000 }, 60_000);
  x.fund(2, 1_000_000);
  x.sell(2, { price: 60_000, quantity: 1 });
  const voucher = { uid: 1, voucherId: 5, symbol: 'BTCUSDT', side: 'BUY', leverage: 10, amount: units(30) };
  x.house2('OpenVoucherPosition', voucher);
  restart(x);
  x.run({ kind: 'CancelAllPerpOrders', ...x.owner(2) });
  x.buy(2, { price: 62_000, quantity: 1 });
  x.must(x.tryPlace(1, 'SELL', { close: true, side: 'LONG', wallet: 'VOUCHER:5' }));
  expect([x.wallet(1), x.house('BONUS_POOL')]).toEqual(['10', '10000']);
});

test('trading B17 E2 a restricted account, auto-add and bonus in positions stay as they were', () => {
  const x = new BonusExchange({ leverageDefault: 10, priceProtectScope: 90_000_000 }, 100);
  x.openBacked(60, 50);
  x.must(x.run({ kind: 'SetAutoAddMargin', ...x.owner(1), positionSide: 'BOTH', on: true }));
  x.must(x.run({ kind: 'RestrictMarginAccount', uid: 1, wallet: 'FUTURES', closeOnly: true }));
  restart(x);
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 90, quantity: 1 }))).toBe('CLOSE_ONLY');
  x.fund(1, 15);
  x.expireBonus();
  // 20 of the margin were bonus; 15 of own money take their place.
  expect([x.wallet(1), text(x.position(1).margin)]).toEqual(['0', '75']);
});

test('trading B14 the highest level of the fund is remembered', () => {
  const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 });
  x.takeOverTwoLongs();
  x.buy(2, { price: 47_210, quantity: 1 });
  x.moveMark(47_500);
  restart(x);
  x.buy(2, { price: 47_390, quantity: '0.1' });
  x.moveMark(47_390);
  expect([x.house('INSURANCE'), x.told('Deleveraged').length]).toEqual(['699', 1]);
});

test('trading B9 the mark goes on with the last funding rate, and holders are served in the same order', () => {
  const x = new TestPerps({ interestRate: 30_000 });
  for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
  // The account of 1 is older than that of 2, which has held for longer.
  x.buy(1, { price: 1, quantity: 1 });
  x.trade(2, 3, 50_000, 1);
  x.trade(1, 3, 50_000, 1);
  x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
  x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
  const order = x.told('FundingPaid').map(({ uid }) => uid);
  restart(x);
  x.moveMark(50_000);
  expect(text(x.core.contract('BTCUSDT')!.markPrice)).toBe('50000');
  x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
  x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
  expect(x.told('FundingPaid').map(({ uid }) => uid)).toEqual([...order, ...order]);
});

test('trading B11 a restored account is looked at beyond the same marks as before, bonus and isolated margin counted', () => {
  const x = new BonusExchange({ leverageDefault: 10, priceProtectScope: 90_000_000 }, 100);
  x.openBacked(60, 50);
  x.fund(2, 1_000_000);
  x.fund(3, 1_000_000);
  x.must(x.run({ kind: 'SetMarginMode', ...x.owner(3), mode: 'ISOLATED' }));
  x.trade(2, 3, 100, 1);
  x.moveMark(100);
  const bounds = (): unknown[] => {
    const { accounts, lines } = machineOf(x.core).perps;
    return accounts
      .all()
      .flatMap(({ user, holdings }) => [...holdings.values()].map((one) => [user.uid, lines.boundsOf(one)]));
  };
  const before = bounds();
  expect(before.filter((one) => (one as unknown[])[1] !== null).length).toBeGreaterThan(2);
  restart(x);
  expect(bounds()).toEqual(before);
});

describe('accounts as a snapshot has them', () => {
  const position = (changes: object): OpenPosition => ({
    ...newPosition({ positionId: 7, positionSide: 'BOTH', direction: 1n, isolated: false, openedAtMs: 5 }),
    quantity: 100_000n,
    cost: 5_000_000n,
    ...changes,
  });
  const holding = (positions: readonly OpenPosition[], changes: object = {}): object => ({
    contract: { index: 0 },
    marginMode: 'CROSS',
    longLeverage: 20,
    shortLeverage: 20,
    isFlat: positions.length === 0,
    positions: () => positions,
    ...changes,
  });
  /** Reads an account of these fields, of a user who has money. */
  function readInto(perps: Perps, uid: number, holdings: readonly object[], changes: object = {}): void {
    const plain = { user: { uid }, wallet: 'FUTURES', mode: 'ONE_WAY', closeOnly: false, voucherFace: 0n };
    const list = { size: holdings.length, values: () => holdings };
    const w = new ByteWriter();
    writeAccount(w, { ...plain, index: 0, holdings: list, ...changes } as never, [new Map([[0, 1]])]);
    const r = new ByteReader(w.done(), 0, w.size, SNAPSHOT_VERSION);
    readAccount(r, perps, { accounts: [], contracts: [], places: [] });
    expect(r.isAtEnd).toBe(true);
  }
  function read(holdings: readonly object[], changes?: object): Perps {
    const x = new TestPerps();
    x.fund(9, 1_000);
    const { perps } = machineOf(x.core);
    readInto(perps, 9, holdings, changes);
    return perps;
  }

  test('room for the records of all of them is made at once, and for more behind them', () => {
    const x = new TestPerps();
    const { perps } = machineOf(x.core);
    const most = 1_100;
    for (let uid = 1; uid <= most; uid += 1) x.fund(uid, 1_000);
    // The first tables have room for some 250, the next ones for some 1,000.
    for (let uid = 1; uid <= most; uid += 1) {
      if (uid === 10) perps.accounts.records.reserve(300);
      readInto(perps, uid, [holding([position({ positionId: uid })])]);
    }
    for (let index = 0; index < most; index += 1) {
      expect(perps.accounts.known()[index]).toBeUndefined();
      const { user, holdings } = perps.accounts.at(index);
      expect([user.uid, holdings.get(0)!.both!.positionId]).toEqual([index + 1, index + 1]);
    }
  });

  test.each<[string, readonly object[], object?]>([
    // What no exchange writes, but a snapshot may hold.
    ['a contract twice', [holding([]), holding([position({})])]],
    ['two one-way positions', [holding([position({ positionId: 3 }), position({})])]],
    ['a position of nothing', [holding([position({ quantity: 0n })])]],
    ['a cost below zero', [holding([position({ cost: -5n })])]],
    // What the records of the kernel do not say.
    ['a cost that one limb does not hold', [holding([position({ cost: 2n ** 52n })])]],
    ['a loss that one limb does not hold', [holding([position({ realised: -(2n ** 52n) })])]],
    ['margin added by itself', [holding([position({ autoAdd: true })])]],
    ['bonus in it', [holding([position({ bonusParts: new LazyMap([[3, 1n]]) })])]],
    ['isolated margin', [holding([position({})], { marginMode: 'ISOLATED' })]],
    ['a restricted account', [holding([position({})])], { closeOnly: true }],
    ['hedge mode', [holding([position({})])], { mode: 'HEDGE' }],
    ['the face of a voucher', [holding([position({})])], { voucherFace: 4n }],
  ])('%s: the account is an object at once, with the last of them', (_, holdings, changes) => {
    const { accounts } = read(holdings, changes);
    expect(accounts.known()[0]).toBeDefined();
    const last = (holdings.at(-1) as ReturnType<typeof holding> & { positions(): OpenPosition[] }).positions().at(-1)!;
    expect(accounts.at(0).holdings.get(0)!.both).toEqual(last);
    expect(accounts.at(0)).toMatchObject(changes ?? {});
  });

  test.each([
    ['a long', { funding: -3n, fees: 7n, realised: -(2n ** 47n) }],
    ['a short', { direction: -1n, quantity: 99_999n, cost: 5_000_001n, openedAtMs: 2 ** 41 }],
  ])('%s in numbers: the account is a record only', (_, changes) => {
    const { accounts, settleAsset } = read([holding([position(changes)])], {});
    expect(accounts.known()[0]).toBeUndefined();
    const { both, number } = accounts.at(0).holdings.get(0)!;
    expect(both).toEqual(position(changes));
    // The kernel finds the wallet without the core.
    const { records, users } = accounts;
    const row = accounts.walletRow(users.indexOf(9), settleAsset);
    expect([number, records.accountInt(0, ACCOUNT_ROW)]).toEqual([1, row]);
  });
});
