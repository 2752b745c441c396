import { expect, test } from 'vitest';
import { placePoints, stretchesOf } from './curve-geometry.ts';

const points = [
  { day: '1', amount: '10' },
  { day: '2', amount: null },
  { day: '3', amount: '-10' },
];

test('a line goes from edge to edge, bars stand in the middle of their days; zero is always in the picture', () => {
  const line = placePoints(points, false);
  expect(line).toMatchObject({ zero: 0.5, high: 10, low: -10 });
  expect(line.points.map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [0.5, null],
    [1, 1],
  ]);
  expect(placePoints(points.slice(0, 1), true)).toMatchObject({ zero: 1, points: [{ x: 0.5, y: 0 }] });
  expect(placePoints([{ day: '1', amount: '0' }], false)).toMatchObject({ zero: 0.5 });
});

test('a day without a figure parts the line', () => {
  expect(stretchesOf(placePoints(points, false).points).map((stretch) => stretch.length)).toEqual([1, 1]);
});
