/** Accounts, positions and the fund of the perpetuals, read back from a snapshot (trading C4.16, B9, B14, E). */
import { describe, expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { ACCOUNT_ROW } from '../kernel/perp-layout.ts';
import { newPosition, type OpenPosition } from '../perp/account/open-position.ts';
import { restoreAccount, type RestoredHolding } from '../perp/restored-accounts.ts';
import { BonusExchange } from '../testing/bonus.ts';
import { TestPerps, text } from '../testing/perps.ts';
import { codeOf, machineOf, units } from '../testing/exchange.ts';

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

describe('what no exchange writes, but a snapshot may hold', () => {
  const position = (changes: object): OpenPosition => ({
    ...newPosition({ positionId: 7, positionSide: 'BOTH', direction: 1n, isolated: false, openedAtMs: 5 }),
    quantity: 100_000n,
    cost: 5_000_000n,
    ...changes,
  });
  const held = (x: TestPerps, positions: readonly OpenPosition[]): RestoredHolding => ({
    contract: machineOf(x.core).perps.contracts[0]!,
    marginMode: 'CROSS',
    longLeverage: 20,
    shortLeverage: 20,
    positions,
  });
  const plain = { uid: 9, wallet: 'FUTURES', mode: 'ONE_WAY', closeOnly: false, voucherFace: 0n } as const;

  test.each([
    ['a contract twice', (x: TestPerps) => [held(x, []), held(x, [position({})])]],
    ['two one-way positions', (x: TestPerps) => [held(x, [position({ positionId: 3 }), position({})])]],
    ['a position of nothing', (x: TestPerps) => [held(x, [position({ quantity: 0n })])]],
  ])('%s: the account is an object at once, with the last of them', (_, holdings) => {
    const x = new TestPerps();
    x.fund(9, 1_000);
    const { perps } = machineOf(x.core);
    const index = restoreAccount(perps, { ...plain, holdings: holdings(x) });
    expect(perps.accounts.known()[index]).toBeDefined();
    expect(perps.accounts.at(index).holdings.get(0)!.both!.positionId).toBe(7);
  });

  test('and with one position of it the account is a record only', () => {
    const x = new TestPerps();
    x.fund(9, 1_000);
    const { perps } = machineOf(x.core);
    const index = restoreAccount(perps, { ...plain, holdings: [held(x, [position({ funding: -3n })])] });
    expect(perps.accounts.known()[index]).toBeUndefined();
    const { both, number } = perps.accounts.at(index).holdings.get(0)!;
    expect(both).toEqual(position({ funding: -3n }));
    // The kernel finds the wallet without the core.
    const { records, users } = perps.accounts;
    expect([number, records.accountInt(index, ACCOUNT_ROW)]).toEqual([
      1,
      machineOf(x.core).ledger.walletRow(users.indexOf(9), perps.settleAsset),
    ]);
  });
});
