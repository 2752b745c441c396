import { expect, test } from 'vitest';
import { stopTone } from './stop-tone.ts';

test('R24 a take-profit is drawn as a gain and a stop-loss as a loss, of a long and of a short', () => {
  for (const side of ['BUY', 'SELL'] as const)
    for (const group of ['ORDER', 'FULL'] as const) {
      expect(stopTone({ group, type: 'TAKE_PROFIT', side })).toBe('up');
      expect(stopTone({ group, type: 'STOP', side })).toBe('down');
    }
});

test('R24 a conditional order of its own has the color of its side', () => {
  expect(stopTone({ group: 'OWN', type: 'TAKE_PROFIT', side: 'SELL' })).toBe('down');
  expect(stopTone({ group: 'OWN', type: 'STOP', side: 'BUY' })).toBe('up');
  expect(stopTone({ group: 'OWN', type: 'TRAILING_STOP', side: 'BUY' })).toBe('up');
});
