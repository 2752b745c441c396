/** The house's registers and pools, read back from a snapshot (trading C2, C4.16, C6). */
import { expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { units } from '../testing/exchange.ts';
import { ProductExchange } from '../testing/products.ts';

function restart(x: ProductExchange): void {
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  expect(restored.stateHash()).toBe(x.core.stateHash());
  Object.assign(x, { core: restored });
}

test('trading C2 the floors of pools, and which payments were made already', () => {
  const x = new ProductExchange();
  x.fund(1);
  x.do('SetPoolFloor', { pool: 'EARN_POOL', asset: 'USDT', floor: -units(50) as never });
  x.fill('PRIZE_POOL', 10);
  expect(x.do('PayPrize', { prizeId: 3, uid: 1, amount: units(4) as never })).toBe(units(4));
  restart(x);
  expect(x.do('PayEarnInterest', { payoutId: 1, uid: 1, amount: units(50) as never })).toBe(units(50));
  expect(x.do('PayEarnInterest', { payoutId: 2, uid: 1, amount: 1 as never })).toBe('POOL_SHORT');
  // The same prize again answers the same and pays nothing.
  expect(x.do('PayPrize', { prizeId: 3, uid: 1, amount: units(4) as never })).toBe(units(4));
  expect(x.held(0, 'PRIZE_POOL')).toBe(BigInt(units(6)));
});

test('trading E what remains of a grant', () => {
  const x = new ProductExchange();
  x.fund(1);
  x.fill('BONUS_POOL', 100);
  x.do('GrantBonus', { grantId: 8, uid: 1, amount: units(30) as never });
  restart(x);
  expect(x.do('RevokeBonus', { grantId: 8 })).toBe(units(30));
  expect(x.held(0, 'BONUS_POOL')).toBe(BigInt(units(100)));
});
