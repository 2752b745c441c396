import type { Capital } from '@agio/contracts/http/futures-shapes';
import { expect, test } from 'vitest';
import type { Balance, Wallet } from '../api/types.ts';
import { leavable, movableFrom, transferStart } from './transfer-start.ts';

const held = (asset: string, wallet: Wallet, available = '1'): Balance => ({ asset, wallet, available, locked: '0' });

test('a transfer begins with a coin that can be moved', () => {
  expect(transferStart([held('BTC', 'SPOT'), held('USDT', 'SPOT')])).toEqual({ from: 'SPOT', asset: 'USDT' });
  expect(transferStart([held('BTC', 'SPOT'), held('USDT', 'SPOT', '0')])).toEqual({ from: 'SPOT', asset: 'USDT' });
  expect(transferStart([])).toEqual({ from: 'SPOT', asset: 'USDT' });
});

test('a transfer begins at the wallet whose button was pressed', () => {
  const balances = [held('USDT', 'SPOT'), held('ETH', 'FUTURES')];
  expect(transferStart(balances, 'FUTURES')).toEqual({ from: 'FUTURES', asset: 'ETH' });
  expect(transferStart(balances, 'SPOT')).toEqual({ from: 'SPOT', asset: 'USDT' });
});

test('B1 only the coin that is margin is moved to futures; what else lies there can be taken back', () => {
  const balances = [held('BTC', 'SPOT'), held('USDT', 'SPOT'), held('ETH', 'FUTURES'), held('SOL', 'FUTURES', '0')];
  expect(movableFrom('SPOT', balances)).toEqual(['USDT']);
  expect(movableFrom('FUTURES', balances)).toEqual(['USDT', 'ETH']);
});

test('E7 what may leave the futures wallet is what its positions do not need', () => {
  const balances = [held('USDT', 'SPOT', '7'), held('USDT', 'FUTURES', '100'), held('ETH', 'FUTURES', '2')];
  const capital = { asset: 'USDT', transferable: '60' } as Capital;
  expect(leavable(balances, capital, 'FUTURES', 'USDT')).toBe('60');
  expect(leavable(balances, capital, 'FUTURES', 'ETH')).toBe('2');
  expect(leavable(balances, capital, 'SPOT', 'USDT')).toBe('7');
  expect(leavable(balances, null, 'FUTURES', 'USDT')).toBe('100');
  expect(leavable(balances, capital, 'SPOT', 'BTC')).toBe('0');
});
