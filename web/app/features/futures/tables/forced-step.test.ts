import { expect, test } from 'vitest';
import type { Translate } from '../../../i18n/translator.ts';
import { closedSides, stepText } from './forced-step.ts';

const t = ((key: string) => key) as unknown as Translate;
const closed = { kind: 'LIQUIDATION', step: 'CLOSED', direction: 'SHORT', positionSide: 'BOTH' } as const;
const netted = { ...closed, step: 'HEDGE_CLOSED', direction: null, positionSide: 'LONG' } as const;

test('B13 the own liquidations name long closed against short apart from what was closed in the market', () => {
  expect(stepText(t, closed)).toBe('futures.table.liquidation_fill');
  expect(stepText(t, netted)).toBe('futures.table.hedge_closed');
  expect(stepText(t, { ...closed, kind: 'ADL', step: '' })).toBe('futures.table.adl');
});

test('B13 the own liquidations say which side was closed: both where one closed against the other', () => {
  expect(closedSides(closed)).toEqual(['SHORT']);
  expect(closedSides(netted)).toEqual(['LONG', 'SHORT']);
  // Rows that are older than receipts.
  expect(closedSides({ ...closed, direction: null, positionSide: 'LONG' })).toEqual(['LONG']);
  expect(closedSides({ ...closed, direction: null })).toEqual([]);
});
