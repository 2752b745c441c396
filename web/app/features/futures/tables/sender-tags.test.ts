import { expect, test } from 'vitest';
import type { Translate } from '../../../i18n/translator.ts';
import type { StopOrder } from '../../../api/calls/futures.ts';
import { senderTags } from './sender-tags.ts';

const t: Translate = (key) => key;
const typeOf = ({ type }: StopOrder) => type;

test('an order says whether a liquidation or which conditional order sent it; one of the user says nothing', () => {
  const stop = { type: 'TAKE_PROFIT' } as StopOrder;
  expect(senderTags(t, { origin: 'USER', stop: null }, typeOf)).toEqual([]);
  expect(senderTags(t, { origin: 'LIQUIDATION', stop: null }, typeOf)).toEqual(['futures.table.liquidation_fill']);
  expect(senderTags(t, { origin: 'STOP', stop }, typeOf)).toEqual(['TAKE_PROFIT']);
  expect(senderTags(t, { origin: 'STOP', stop: null }, typeOf)).toEqual(['terminal.ticket.conditional']);
});
