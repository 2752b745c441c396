import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BonusMode, bonusShare, rebateBase, rebateFloor, splitOverGrants } from './bonus.ts';
import { units } from '../testing.ts';

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

test('E3 RATIO: bonus covers more where own money is short, and its share is rounded down', () => {
  const ratio = u('0.3');
  expect(bonusShare({ mode: 'RATIO', ratio, own: 2n, bonus: 100n, charge: 10n })).toBe(8n);
  expect(bonusShare({ mode: 'RATIO', ratio, own: 100n, bonus: 100n, charge: 9n })).toBe(2n);
  expect(bonusShare({ mode: 'RATIO', ratio, own: -5n, bonus: 7n, charge: 10n })).toBe(7n);
});

test('X-E3 a gain is no charge: bonus is never refilled', () => {
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

test('E3 several grants pay by earliest expiry, then by id', () => {
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

test('E3 the share never exceeds the charge or the bonus, and own money goes no lower than it must', () => {
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
