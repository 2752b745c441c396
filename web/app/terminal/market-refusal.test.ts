import { REFUSALS } from '@agio/contracts/errors';
import { expect, test } from 'vitest';
import { ApiError } from '../api/request.ts';
import type { Translate } from '../i18n/translator.ts';
import { marketRefusal } from './market-refusal.ts';

const t = ((key: string) => `<${key}>`) as unknown as Translate;
const refused = (code: number) => new ApiError(code, 'a sentence');
const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');

test('A8 a refusal for a market’s status names the market, its status and what it still takes', () => {
  const told = (restriction: 'HALTED' | 'MAINTENANCE' | null) =>
    plain(marketRefusal(t, refused(REFUSALS.MARKET_STATUS.code), { name: 'ETH/USDT', restriction }));
  expect(told('HALTED')).toBe('ETH/USDT · <terminal.state.lead_HALTED> <terminal.state.rest_HALTED>');
  expect(told('MAINTENANCE')).toBe('ETH/USDT · <terminal.state.lead_MAINTENANCE> <terminal.state.rest_MAINTENANCE>');
  // The page may not have heard of it yet: then the market is named at least.
  expect(told(null)).toBe(`ETH/USDT · <errors.code_${REFUSALS.MARKET_STATUS.code}>`);
});

test('A8 any other refusal is told as everywhere', () => {
  const code = REFUSALS.UNKNOWN_MARKET.code;
  expect(marketRefusal(t, refused(code), { name: 'ETH/USDT', restriction: 'HALTED' })).toBe(`<errors.code_${code}>`);
});
