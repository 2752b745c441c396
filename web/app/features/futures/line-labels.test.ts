import { expect, test } from 'vitest';
import type { Translate } from '../../i18n/translator.ts';
import { orderLabel, stopLabel } from './line-labels.ts';

const t = ((key: string) => key) as unknown as Translate;
const closing = { side: 'SELL', positionSide: 'LONG' } as const;

test('B3 in hedge mode a line of the chart says what its order opens or closes, as the tables do', () => {
  expect(orderLabel(t, { side: 'SELL', positionSide: 'BOTH' }, '0.5')).toBe('terminal.side_SELL 0.5');
  expect(orderLabel(t, closing, '0.5')).toBe('terminal.close_SELL 0.5');
  expect(orderLabel(t, { side: 'SELL', positionSide: 'SHORT' }, '')).toBe('terminal.open_SELL');
});

test('B15 a conditional order is named by its kind and what it does, an exit by its name alone', () => {
  expect(stopLabel(t, { ...closing, type: 'STOP', group: 'OWN' }, '2')).toEqual({
    kind: 'futures.ticket.type_STOP',
    label: 'terminal.close_SELL 2',
  });
  expect(stopLabel(t, { ...closing, type: 'STOP', group: 'FULL' }, '')).toEqual({ label: 'futures.ticket.stop_loss' });
});
