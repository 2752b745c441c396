/** The ledger alone: carries between its limbs, and the defects that it notices (trading C4). */
import { expect, test } from 'vitest';
import { AVAILABLE, HOUSE, Ledger, LOCKED } from './ledger.ts';

const USER = 1;

function ledgerOfOne(): { ledger: Ledger; asset: number; row: number } {
  const ledger = new Ledger();
  const asset = ledger.addAsset();
  const row = ledger.addRow(USER, asset);
  ledger.begin();
  return { ledger, asset, row };
}

test('trading C4.2 a wallet that is taken below zero is noticed, one of the house is not', () => {
  const { ledger, asset, row } = ledgerOfOne();
  const pool = ledger.account(HOUSE, 'EARN_POOL', asset);
  ledger.post([
    { row: pool, bucket: AVAILABLE, amount: -5n },
    { row, bucket: AVAILABLE, amount: 5n },
  ]);
  expect(ledger.isOverdrawn).toBe(false);
  ledger.post([
    { row, bucket: AVAILABLE, amount: -6n },
    { row: pool, bucket: AVAILABLE, amount: 6n },
  ]);
  expect([ledger.isOverdrawn, ledger.isUnbalanced]).toEqual([true, false]);
});

test('trading C4.1 a posting that does not add up to zero is noticed', () => {
  const { ledger, asset, row } = ledgerOfOne();
  ledger.post([
    { row: ledger.externalRow(asset), bucket: AVAILABLE, amount: -5n },
    { row, bucket: AVAILABLE, amount: 4n },
  ]);
  expect(ledger.isUnbalanced).toBe(true);
});

test('trading C4.1 a transfer that mixes two assets is noticed, even if it sums to zero', () => {
  const { ledger, row } = ledgerOfOne();
  const other = ledger.addAsset();
  ledger.post([
    { row: ledger.externalRow(other), bucket: AVAILABLE, amount: -5n },
    { row, bucket: AVAILABLE, amount: 5n },
  ]);
  expect(ledger.isUnbalanced).toBe(true);
});

test('a bucket of more than 2^53 units covers every amount, and amounts carry into it and out of it', () => {
  const { ledger, asset, row } = ledgerOfOne();
  const most = 2 ** 53 - 1;
  for (let n = 0; n < 3; n += 1) {
    ledger.giveExternal(asset, -most);
    ledger.give(row, AVAILABLE, most);
  }
  expect(ledger.balance(row, AVAILABLE)).toBe(3n * BigInt(most));
  expect(ledger.covers(row, AVAILABLE, most)).toBe(true);
  ledger.shift(row, AVAILABLE, LOCKED, most);
  expect([ledger.balance(row, AVAILABLE), ledger.balance(row, LOCKED)]).toEqual([2n * BigInt(most), BigInt(most)]);
  expect([ledger.isBalanced(asset), ledger.isOverdrawn]).toEqual([true, false]);
});

test('a bucket covers exactly what it holds', () => {
  const { ledger, row } = ledgerOfOne();
  ledger.give(row, AVAILABLE, 2 ** 52 + 7);
  expect([2 ** 52 + 7, 2 ** 52 + 8].map((amount) => ledger.covers(row, AVAILABLE, amount))).toEqual([true, false]);
});
