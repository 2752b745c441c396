import { expect, test } from 'vitest';
import { BARE_ROOM_PX, longestPill, orderRoom } from './order-room.ts';

test('the room for pills goes by the width of the picture alone: a third of a wide one at most, half of a narrow one', () => {
  expect([260, 330, 660, 790, 1_900].map(orderRoom)).toEqual([130, 165, 198, 237, 240]);
  // Before the first picture there is no width.
  expect(orderRoom(0)).toBe(BARE_ROOM_PX);
});

test('a pill keeps off the newest candle and the axis', () => {
  expect(longestPill(660)).toBe(186);
});
