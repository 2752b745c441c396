import { expect, test } from 'vitest';
import { giveBackLayer, takeLayer } from './layers.ts';

test('K1 z bases 1000/5000: pop-ups begin at 1000, messages at 5000', () => {
  const [popup, message] = [takeLayer('popup'), takeLayer('message')];
  expect([popup, message]).toEqual([1_000, 5_000]);
  giveBackLayer('popup', popup);
  giveBackLayer('message', message);
});

test('T2 the newest pop-up lies on top, whichever closed before, and never over a message', () => {
  const [first, second] = [takeLayer('popup'), takeLayer('popup')];
  expect(second).toBeGreaterThan(first);
  giveBackLayer('popup', first);
  const third = takeLayer('popup');
  expect(third).toBeGreaterThan(second);
  const message = takeLayer('message');
  expect(message).toBeGreaterThan(third);
  for (const layer of [second, third]) giveBackLayer('popup', layer);
  giveBackLayer('message', message);
  const again = takeLayer('popup');
  expect(again).toBe(1_000);
  giveBackLayer('popup', again);
});
