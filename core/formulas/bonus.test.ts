import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bonusShare,
  clawBack,
  coverFillPrice,
  coverPayment,
  isBelowMaintenance,
  rebateBase,
  rebateFloor,
  splitOverGrants,
  voucherPositionResult,
} from './bonus.ts';
import { type BonusMode } from '../protocol/words.ts';
import { units } from '../testing/exchange.ts';

const u = (text: string | number): bigint => BigInt(units(text));

interface Purses {
  own: bigint;
  bonus: bigint;
}

/** Charges one after the other; answers what bonus paid of each. */
function charge(mode: BonusMode, purses: Purses, charges: readonly (string | number)[], ratio = '0'): bigint[] {
  return charges.map((text) => {
    const share = bonusShare({ mode, ratio: u(ratio), ...purses, charge: u(text) });
    purses.bonus -= share;
    purses.own -= u(text) - share;
    return share;
  });
}

test('X-E1 BONUS_FIRST: bonus pays the fee and the loss until it is used up; a fee voucher comes before it', () => {
  const purses = { own: u(100), bonus: u(30) };
  expect(charge('BONUS_FIRST', purses, ['0.5', 45])).toEqual([u('0.5'), u('29.5')]);
  expect(purses).toEqual({ own: u('84.5'), bonus: 0n });
  const rich = { own: u(500), bonus: u(30) };
  const voucher = 4;
  expect(charge('BONUS_FIRST', rich, [8 - voucher, 112])).toEqual([u(4), u(26)]);
  expect(u(500) - rich.own).toBe(u(86));
});

test('X-E2 RATIO pays its share while it lasts; OWN_FIRST only what own money lacks', () => {
  const purses = { own: u(100), bonus: u(30) };
  expect(charge('RATIO', purses, [10, 10, 100], '0.3')).toEqual([u(3), u(3), u(24)]);
  expect(purses).toEqual({ own: u(10), bonus: 0n });
  const second = { own: u(100), bonus: u(30) };
  expect(charge('OWN_FIRST', second, [120])).toEqual([u(20)]);
  expect(second).toEqual({ own: 0n, bonus: u(10) });
});

test('trading E3 RATIO: bonus covers more where own money is short, and its share is rounded down', () => {
  const ratio = u('0.3');
  expect(bonusShare({ mode: 'RATIO', ratio, own: 2n, bonus: 100n, charge: 10n })).toBe(8n);
  expect(bonusShare({ mode: 'RATIO', ratio, own: 100n, bonus: 100n, charge: 9n })).toBe(2n);
  expect(bonusShare({ mode: 'RATIO', ratio, own: -5n, bonus: 7n, charge: 10n })).toBe(7n);
});

test('X-E3 a gain never refills the bonus', () => {
  const bonus = u(30);
  expect(bonusShare({ mode: 'BONUS_FIRST', ratio: 0n, own: u(100), bonus, charge: 0n })).toBe(0n);
});

test('X-E7 what bonus or a voucher paid of a fee earns no rebate', () => {
  const base = rebateBase({ fee: u('1.2'), voucher: 0n, bonus: u('0.5') });
  expect(rebateFloor(base, u('0.2'))).toBe(u('0.14'));
  expect(rebateBase({ fee: u('1.2'), voucher: u('0.7'), bonus: u('0.5') })).toBe(0n);
});

test('X-E8 a loss of a takeover is charged after the parts returned: bonus 50, own 30', () => {
  const purses = { own: u(60), bonus: u(50) };
  expect(charge('BONUS_FIRST', purses, [80])).toEqual([u(50)]);
  expect(purses).toEqual({ own: u(30), bonus: 0n });
});

test('trading E3 several grants pay by earliest expiry, then by id', () => {
  const grants = [
    { grantId: 9, expiresAtMs: 5, free: 10n },
    { grantId: 3, expiresAtMs: 7, free: 10n },
    { grantId: 10, expiresAtMs: 5, free: 4n },
    { grantId: 1, expiresAtMs: 6, free: 0n },
  ];
  expect(splitOverGrants(17n, grants)).toEqual([
    { grantId: 9, amount: 10n },
    { grantId: 10, amount: 4n },
    { grantId: 3, amount: 3n },
  ]);
  expect(() => splitOverGrants(25n, grants)).toThrow(RangeError);
});

test('trading E3 the share never exceeds the charge or the bonus, and own money goes no lower than it must', () => {
  const amount = fc.bigInt(0n, 10_000n);
  fc.assert(
    fc.property(
      fc.record({
        mode: fc.constantFrom<BonusMode>('BONUS_FIRST', 'OWN_FIRST', 'RATIO'),
        ratio: fc.bigInt(0n, 100_000_000n),
        own: fc.bigInt(-10_000n, 10_000n),
        bonus: amount,
        charge: amount,
      }),
      (input) => {
        const share = bonusShare(input);
        expect(share >= 0n && share <= input.charge && share <= input.bonus).toBe(true);
        const ownLeft = input.own - (input.charge - share);
        if (ownLeft < 0n && ownLeft < input.own) expect(share).toBe(input.bonus);
      },
    ),
  );
});

test('X-E5 at expiry the account is tested without the bonus', () => {
  const account = { bonus: u(40), unrealised: -u(30), maintenance: u(25) };
  expect(isBelowMaintenance({ ...account, wallet: u(20) })).toBe(false);
  expect(isBelowMaintenance({ ...account, wallet: u(20), bonus: 0n })).toBe(true);
  expect(isBelowMaintenance({ ...account, wallet: u(80), bonus: 0n })).toBe(false);
  expect(isBelowMaintenance({ ...account, wallet: u(55), bonus: 0n })).toBe(true);
});

test('X-E6 growth E20 a position of a voucher: the face is the platform’s, what is above it the user’s', () => {
  expect(voucherPositionResult(u(50), u(50) - u(70))).toEqual({ toPool: 0n, toUser: 0n });
  expect(voucherPositionResult(u(50), u(80))).toEqual({ toPool: u(50), toUser: u(30) });
  expect(voucherPositionResult(u(50), u(35))).toEqual({ toPool: u(35), toUser: 0n });
  expect(voucherPositionResult(u(20), u(20) + u(16) - u('0.2496') - u('0.05')).toUser).toBe(u('15.7004'));
});

test('growth E21 a stop-loss cover pays the loss that was own money’s, up to its face, at no worse price than 0.5 % off', () => {
  const pay = (loss: string, cover: string, paidByBonus = '0'): bigint =>
    coverPayment({ loss: u(loss), paidByBonus: u(paidByBonus), cover: u(cover) });
  expect(pay('22.4', '15')).toBe(u(15));
  expect(pay('9.3', '15')).toBe(u('9.3'));
  expect(pay('22.4', '15', '12')).toBe(u('10.4'));
  expect(pay('5', '15', '12')).toBe(0n);
  const lossAt = (fill: number): bigint => (u(60_000) - coverFillPrice(1n, u(fill), u(58_500))) / 100n;
  expect(lossAt(58_300)).toBe(u(17));
  expect(lossAt(58_000)).toBe(u(15));
  expect(coverFillPrice(-1n, u(101), u(100))).toBe(u(100));
  expect(coverFillPrice(-1n, u('100.5'), u(100))).toBe(u('100.5'));
});

test('X-C3 a rebate is rounded down, and at most what is left in the wallet is taken back of a prize', () => {
  expect(rebateFloor(u('0.36888148'), u('0.2'))).toBe(u('0.07377629'));
  expect(clawBack(u(50), u(20))).toBe(u(20));
  expect(clawBack(u(50), u(70))).toBe(u(50));
  expect(clawBack(u(50), -u(1))).toBe(0n);
});
