import { expect, test } from 'vitest';
import { units } from '../../../terminal/ticket/typed-units.ts';
import { exitPreview } from './exit-preview.ts';

const opening = { side: 'BUY' as const, quantity: units('0.251'), price: units('97200') };

test('an exit tells how far its price is from the opening and what it would bring, on both sides', () => {
  expect(exitPreview('99500', opening)).toEqual({ moved: 2_366_255n, result: units('577.3') });
  expect(exitPreview('95400', opening)).toEqual({ moved: -1_851_851n, result: -units('451.8') });
  expect(exitPreview('95400', { ...opening, side: 'SELL' })?.result).toBe(units('451.8'));
});

test('without an amount an exit tells its distance alone, without a price nothing', () => {
  expect(exitPreview('99500', { ...opening, quantity: 0n })).toEqual({ moved: 2_366_255n, result: null });
  expect(exitPreview('', opening)).toBeNull();
  expect(exitPreview('99500', { ...opening, price: 0n })).toBeNull();
});
