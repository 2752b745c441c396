import { expect, test } from 'vitest';
import { createAccountFavorites, type FavoriteCalls, type FavoriteChange } from './account-favorites.ts';

/** An account of which each call can be held back or refused. */
function account(symbols: readonly string[], refuses: (change: FavoriteChange) => boolean = () => false) {
  let kept = symbols;
  const asked: string[] = [];
  const calls: FavoriteCalls = {
    read: async () => kept,
    async update(change) {
      const { symbol, operationType } = change;
      asked.push(`${operationType} ${symbol}`);
      await Promise.resolve();
      if (refuses(change)) throw new Error('no');
      kept = kept.filter((known) => known !== symbol);
      if (operationType === 'ADD') kept = [...kept, symbol];
      return kept;
    },
  };
  return { calls, asked, kept: () => kept };
}

function favoritesOf(calls: FavoriteCalls, fromDevice: readonly string[] = []) {
  const seen: (readonly string[])[] = [];
  const adopted: string[] = [];
  const failed: [symbol: string, isFromDevice: boolean][] = [];
  const favorites = createAccountFavorites({
    type: 'SPOT',
    calls,
    fromDevice,
    show: (symbols) => seen.push(symbols),
    onAdopted: (symbol) => adopted.push(symbol),
    onFailed: ({ symbol }, isFromDevice) => failed.push([symbol, isFromDevice]),
  });
  return { favorites, seen, adopted, failed, shown: () => seen.at(-1) };
}

test('C15 at log-in the favorites of the device are added to the account, each once', async () => {
  const { calls, asked } = account(['ETHUSDT']);
  const { favorites, adopted, shown } = favoritesOf(calls, ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
  await favorites.load();
  expect(asked).toEqual(['ADD BTCUSDT', 'ADD SOLUSDT']);
  expect(adopted).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
  expect(shown()).toEqual(['ETHUSDT', 'BTCUSDT', 'SOLUSDT']);
});

test('C15 a star shows at once, and is taken back and told when the account refuses it', async () => {
  const { calls } = account(['ETHUSDT'], ({ symbol }) => symbol === 'BTCUSDT');
  const { favorites, failed, shown } = favoritesOf(calls);
  await favorites.load();
  const clicked = favorites.toggle('BTCUSDT');
  expect(shown()).toEqual(['ETHUSDT', 'BTCUSDT']);
  await clicked;
  expect(shown()).toEqual(['ETHUSDT']);
  expect(failed).toEqual([['BTCUSDT', false]]);
});

test('C15 a star that is clicked twice ends as it was clicked last', async () => {
  const { calls, asked, kept } = account([]);
  const { favorites, shown } = favoritesOf(calls);
  await favorites.load();
  await Promise.all([favorites.toggle('BTCUSDT'), favorites.toggle('BTCUSDT')]);
  expect(asked).toEqual(['ADD BTCUSDT', 'DELETE BTCUSDT']);
  expect([kept(), shown()]).toEqual([[], []]);
});

test('C15 a star that is clicked while another one is refused stays', async () => {
  const { calls } = account([], ({ symbol }) => symbol === 'BTCUSDT');
  const { favorites, shown } = favoritesOf(calls);
  await favorites.load();
  await Promise.all([favorites.toggle('BTCUSDT'), favorites.toggle('ETHUSDT')]);
  expect(shown()).toEqual(['ETHUSDT']);
});

test('C15 what the account does not take stays on the device', async () => {
  const { calls, asked } = account([], () => true);
  const { favorites, adopted, failed } = favoritesOf(calls, ['BTCUSDT', 'ETHUSDT']);
  await favorites.load();
  expect([asked, adopted, failed]).toEqual([['ADD BTCUSDT'], [], [['BTCUSDT', true]]]);
});

test('C15 a list that cannot be read rejects, can be read again, and a star works meanwhile', async () => {
  const { calls } = account(['ETHUSDT']);
  let isDown = true;
  const read = () => (isDown ? Promise.reject(new Error('down')) : calls.read('SPOT'));
  const { favorites, shown } = favoritesOf({ ...calls, read });
  await expect(favorites.load()).rejects.toThrow('down');
  await favorites.toggle('BTCUSDT');
  expect(shown()).toEqual(['ETHUSDT', 'BTCUSDT']);
  isDown = false;
  await favorites.load();
  expect(shown()).toEqual(['ETHUSDT', 'BTCUSDT']);
});
