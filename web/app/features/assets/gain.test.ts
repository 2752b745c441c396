import { expect, test } from 'vitest';
import { gainOf } from './gain.ts';

const cost = { asset: 'BTC', quantity: '0.2', unknown: '0', cost: '18000' };

test('a coin gains what it is worth less what it cost', () => {
  expect(gainOf(cost, '99000')).toEqual({ average: '90000', amount: '1800', percent: '10' });
  expect(gainOf(cost, '81000')).toEqual({ average: '90000', amount: '-1800', percent: '-10' });
});

test('coins of unknown cost gain nothing that anybody knows', () => {
  expect(gainOf({ ...cost, unknown: '0.1', cost: '9000' }, '99000')).toEqual({
    average: '90000',
    amount: '900',
    percent: '10',
  });
  expect(gainOf({ ...cost, unknown: '0.2', cost: '0' }, '99000')).toBeNull();
});

test('without a price there is an average alone, without a cost no percentage', () => {
  expect(gainOf(cost, null)).toEqual({ average: '90000', amount: null, percent: null });
  expect(gainOf({ ...cost, cost: '0' }, '10')).toEqual({ average: '0', amount: '2', percent: null });
});
