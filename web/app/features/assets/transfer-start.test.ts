import { expect, test } from 'vitest';
import type { Balance, Wallet } from '../../api/types.ts';
import { transferStart } from './transfer-start.ts';

const held = (asset: string, wallet: Wallet, available = '1'): Balance => ({ asset, wallet, available, locked: '0' });

test('a transfer begins with a coin that can be moved', () => {
  expect(transferStart([held('BTC', 'SPOT'), held('USDT', 'SPOT')], true)).toEqual({ from: 'SPOT', asset: 'USDT' });
  expect(transferStart([held('BTC', 'SPOT'), held('USDT', 'SPOT', '0')], true)).toEqual({ from: 'SPOT', asset: 'BTC' });
  expect(transferStart([], false)).toEqual({ from: 'SPOT', asset: 'USDT' });
});

test('without a page for contracts a transfer begins with what lies in the futures wallet', () => {
  const balances = [held('USDT', 'SPOT'), held('ETH', 'FUTURES')];
  expect(transferStart(balances, false)).toEqual({ from: 'FUTURES', asset: 'ETH' });
  expect(transferStart(balances, true)).toEqual({ from: 'SPOT', asset: 'USDT' });
  expect(transferStart([held('USDT', 'SPOT'), held('ETH', 'FUTURES', '0')], false).from).toBe('SPOT');
});
