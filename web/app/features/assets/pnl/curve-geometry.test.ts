import { expect, test } from 'vitest';
import { dayAt, placePoints, stretchesOf } from './curve-geometry.ts';

const points = [
  { day: '1', amount: '10' },
  { day: '2', amount: null },
  { day: '3', amount: '-10' },
];

test('sums stand at the end of their days, bars in the middle of them; zero is always in the picture', () => {
  const line = placePoints(points, false);
  expect(line).toMatchObject({ zero: 0.5, high: 10, low: -10 });
  expect(line.points.map(({ x, y }) => [x, y])).toEqual([
    [1 / 3, 0],
    [2 / 3, null],
    [1, 1],
  ]);
  expect(placePoints(points.slice(0, 1), true)).toMatchObject({ zero: 1, points: [{ x: 0.5, y: 0 }] });
  expect(placePoints([{ day: '1', amount: '0' }], false)).toMatchObject({ zero: 0.5 });
});

test('a single day is a line from zero to its result, not a dot; two days go on from there', () => {
  expect(stretchesOf(placePoints(points.slice(0, 1), false))).toEqual([
    [
      { x: 0, y: 1 },
      { x: 1, y: 0 },
    ],
  ]);
  const two = [
    { day: '1', amount: '-5' },
    { day: '2', amount: '5' },
  ];
  expect(stretchesOf(placePoints(two, false))).toEqual([
    [
      { x: 0, y: 0.5 },
      { x: 0.5, y: 1 },
      { x: 1, y: 0 },
    ],
  ]);
});

test('a day without a figure parts the line, which goes on from the sum of before', () => {
  expect(stretchesOf(placePoints(points, false))).toEqual([
    [
      { x: 0, y: 0.5 },
      { x: 1 / 3, y: 0 },
    ],
    [
      { x: 2 / 3, y: 0 },
      { x: 1, y: 1 },
    ],
  ]);
});

test('every day can be pointed at, to both edges', () => {
  expect([0, 0.2, 0.6, 1].map((share) => dayAt(share, 2, false))).toEqual([0, 0, 0, 1]);
  expect([0, 0.49, 0.51, 1].map((share) => dayAt(share, 2, true))).toEqual([0, 0, 1, 1]);
  expect(dayAt(0.4, 1, false)).toBe(0);
});
