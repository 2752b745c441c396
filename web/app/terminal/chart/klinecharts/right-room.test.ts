import { expect, test } from 'vitest';
import { RIGHT_PX, roomOf } from './right-room.ts';

test('the room for pills grows to what the widest one needs, and stays when it is gone', () => {
  expect(roomOf({ wanted: 0, kept: RIGHT_PX, width: 800 })).toBe(RIGHT_PX);
  expect(roomOf({ wanted: 240, kept: RIGHT_PX, width: 800 })).toBe(240);
  expect(roomOf({ wanted: 0, kept: 240, width: 800 })).toBe(240);
  expect(roomOf({ wanted: 168, kept: 240, width: 800 })).toBe(240);
});

test('pills take at most half of a picture', () => {
  expect(roomOf({ wanted: 240, kept: RIGHT_PX, width: 330 })).toBe(165);
  // Before the first picture there is no width.
  expect(roomOf({ wanted: 240, kept: RIGHT_PX, width: 0 })).toBe(RIGHT_PX);
});
