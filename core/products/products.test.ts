import { expect, test } from 'vitest';
import type { ProductCommand } from '../protocol/product-commands.ts';
import { codeOf, TestExchange, units } from '../testing/exchange.ts';

type Move = Pick<Extract<ProductCommand, { kind: 'FundPool' }>, 'pool'>;

function tryMove(x: TestExchange, pool: Move['pool'] | null, amount: string, sign = 1, asset = 'USDT'): string {
  const fields = {
    asset,
    amount: sign * units(amount),
    idempotency: { key: `${x.core.lastSeq}`, fingerprint: '' },
  };
  return codeOf(
    x.run(pool === null ? { kind: 'ContributeCapital', ...fields } : { kind: 'FundPool', pool, ...fields }),
  );
}

test('trading C2 a pool is funded from the capital of the house, and neither goes below zero', () => {
  const x = new TestExchange();
  expect(tryMove(x, 'INSURANCE', '1')).toBe('INSUFFICIENT_BALANCE');
  expect(tryMove(x, null, '100')).toBe('OK');
  expect(tryMove(x, 'INSURANCE', '70')).toBe('OK');
  expect(tryMove(x, 'PRIZE_POOL', '31')).toBe('INSUFFICIENT_BALANCE');
  expect(tryMove(x, 'PRIZE_POOL', '30')).toBe('OK');
  expect(tryMove(x, 'PRIZE_POOL', '31', -1)).toBe('INSUFFICIENT_BALANCE');
  expect(tryMove(x, 'PRIZE_POOL', '30', -1)).toBe('OK');
  expect(tryMove(x, null, '31', -1)).toBe('INSUFFICIENT_BALANCE');
  expect(tryMove(x, null, '30', -1)).toBe('OK');
  const usdt = x.core.ledgerSums().find(({ asset }) => asset === 'USDT');
  expect([usdt?.house, usdt?.external, usdt?.sum]).toEqual([7_000_000_000n, -7_000_000_000n, 0n]);
});

test('trading C2 an invalid amount, asset or pool is refused', () => {
  const x = new TestExchange();
  expect(tryMove(x, null, '1', 1, 'XXX')).toBe('UNKNOWN_ASSET');
  expect(tryMove(x, null, '0')).toBe('BAD_FIELDS');
  expect(tryMove(x, null, '1', 0.5 / 100_000_000)).toBe('BAD_FIELDS');
  expect(tryMove(x, 'HOUSE' as 'INSURANCE', '1')).toBe('BAD_FIELDS');
});

test('trading C2 a key of the house has one effect', () => {
  const x = new TestExchange();
  const fund = {
    kind: 'ContributeCapital',
    asset: 'USDT',
    amount: 5,
    idempotency: { key: 'k', fingerprint: 'f' },
  } as const;
  expect(x.run(fund)).toMatchObject({ ok: true, repeated: false });
  expect(x.run(fund)).toMatchObject({ ok: true, repeated: true });
  expect(x.core.ledgerSums().find(({ asset }) => asset === 'USDT')?.external).toBe(-5n);
});
