import { expect, test } from 'vitest';
import { units } from '../../../terminal/ticket/typed-units.ts';
import type { Position } from '../../../api/calls/futures.ts';
import { short } from '../../../../testing/futures-ticket.ts';
import { exitOutcome } from '../tables/exit-outcome.ts';
import { exitPreview } from './exit-preview.ts';

const opening = { side: 'BUY' as const, quantity: units('0.251'), price: units('97200'), feeRate: units('0.0006') };

test('an exit tells how far its price is from the opening and what it would bring after the fee of closing, on both sides', () => {
  expect(exitPreview('99500', opening)).toEqual({ moved: 2_366_255n, result: units('562.3153') });
  expect(exitPreview('95400', opening)).toEqual({ moved: -1_851_851n, result: -units('466.16724') });
  expect(exitPreview('95400', { ...opening, side: 'SELL' })?.result).toBe(units('437.43276'));
});

test('without an amount an exit tells its distance alone, without a price nothing', () => {
  expect(exitPreview('99500', { ...opening, quantity: 0n })).toEqual({ moved: 2_366_255n, result: null });
  expect(exitPreview('', opening)).toBeNull();
  expect(exitPreview('99500', { ...opening, price: 0n })).toBeNull();
});

test('R24 the ticket tells of an exit what its line on the chart tells once the position is open', () => {
  const position = {
    ...short,
    direction: 'LONG',
    quantity: '0.251',
    leverage: 20,
    // Opened at 97,200, at whose mark it has no result.
    notional: '24397.2',
    unrealised: '0',
  } as Position;
  for (const typed of ['99500', '95400'])
    expect(exitPreview(typed, opening)?.result).toBe(
      exitOutcome(position, { typed, known: undefined, feeRate: opening.feeRate }).result,
    );
});
