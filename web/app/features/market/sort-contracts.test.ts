import { expect, test } from 'vitest';
import type { FuturesTicker, ListedContract } from '../../api/calls/futures-markets.ts';
import { findContracts, sortContracts } from './sort-contracts.ts';

const contract = (symbol: string) => ({ symbol, base: symbol.slice(0, 3), quote: 'USDT' }) as ListedContract;
const contracts = ['CCCUSDT', 'AAAUSDT', 'BBBUSDT'].map(contract);
const symbols = (list: readonly ListedContract[]) => list.map(({ symbol }) => symbol);
const ticker = (part: Partial<FuturesTicker>) => ({ markPrice: '1', ...part }) as FuturesTicker;

test('K4 contracts that are equal stay in the house’s order', () => {
  for (const key of ['price', 'change', 'mark', 'funding', 'volume', 'interest'] as const)
    for (const order of ['ascending', 'descending'] as const)
      expect(symbols(sortContracts(contracts, new Map(), { key, order }))).toEqual(symbols(contracts));
  expect(symbols(sortContracts(contracts, new Map(), { key: 'pair', order: 'descending' }))).toEqual([
    'CCCUSDT',
    'BBBUSDT',
    'AAAUSDT',
  ]);
});

test('funding is ordered by its sign and size, open interest by its worth', () => {
  const tickers = new Map([
    ['AAAUSDT', ticker({ fundingRate: '-0.0003', openInterest: '1000', markPrice: '0.1' })],
    ['BBBUSDT', ticker({ fundingRate: '0.0001', openInterest: '2', markPrice: '90000' })],
    ['CCCUSDT', ticker({ fundingRate: '0.00005', openInterest: '50', markPrice: '3000' })],
  ]);
  const by = (key: 'funding' | 'interest') => symbols(sortContracts(contracts, tickers, { key, order: 'descending' }));
  expect(by('funding')).toEqual(['BBBUSDT', 'CCCUSDT', 'AAAUSDT']);
  expect(by('interest')).toEqual(['BBBUSDT', 'CCCUSDT', 'AAAUSDT']);
});

test('contracts are found by their symbol and by the name of their coin in the reader’s language', () => {
  const nameOf = (asset: string): string => (asset === 'BBB' ? 'Биткоин' : '');
  expect(symbols(findContracts(contracts, 'a/u', nameOf))).toEqual(['AAAUSDT']);
  expect(symbols(findContracts(contracts, 'битк', nameOf))).toEqual(['BBBUSDT']);
  expect(symbols(findContracts(contracts, '', nameOf))).toEqual(symbols(contracts));
});
