import { expect, test } from 'vitest';
import {
  edgeOrder,
  keptOnSides,
  keptRows,
  pillFit,
  roomForRows,
  sidesOf,
  snapToTick,
  stackRows,
  stepBy,
  tagGround,
  topFor,
  wishOf,
} from './line-places.ts';

test('a price taken from pixels goes to the nearest tick, as an exact decimal and never below one tick', () => {
  expect(snapToTick(96_432.149_999, '0.1')).toBe('96432.1');
  expect(snapToTick(96_432.15, '0.1')).toBe('96432.2');
  expect(snapToTick(0.1 + 0.2, '0.01')).toBe('0.3');
  expect(snapToTick(0.000_012_349, '0.00000001')).toBe('0.00001235');
  expect(snapToTick(123.4, '5')).toBe('125');
  expect(snapToTick(-3, '0.01')).toBe('0.01');
  expect(snapToTick('97431.87654321', '0.1')).toBe('97431.9');
});

test('by keyboard a price moves by whole ticks', () => {
  expect(stepBy('96432.1', 1, '0.1')).toBe('96432.2');
  expect(stepBy('96432.1', -10, '0.1')).toBe('96431.1');
  expect(stepBy('0.02', -5, '0.01')).toBe('0.01');
});

test('a price out of sight stands on its side of the newest price, also where that one is out of sight too', () => {
  const area = { height: 300, half: 10 };
  // Both below the picture, both above it: the tag stands at the edge.
  const below = { ...area, last: { price: -380, y: 380, tagY: 294 } };
  const above = { ...area, last: { price: 80, y: -80, tagY: 15 } };
  const stackOf = (ys: readonly number[], picture: typeof below) =>
    stackRows(
      ys.map((y) => wishOf({ y, isAbove: y <= picture.last.y }, picture)),
      { gap: 20, leastGap: 20, top: 10, bottom: 400, fixed: picture.last.tagY },
    );
  expect(stackOf([340], below)).toEqual([274]);
  expect(stackOf([420], below)).toEqual([314]);
  expect(stackOf([280, 340, 420], below)).toEqual([254, 274, 314]);
  expect(stackOf([-40], above)).toEqual([35]);
  expect(stackOf([-40, 5, 200], above)).toEqual([35, 55, 200]);
  // In sight nothing changes, and a cheaper price out of sight stands at the edge.
  const inSight = { ...area, last: { price: -150, y: 150, tagY: 150 } };
  expect([100, 150, 151, 420].map((y) => wishOf({ y, isAbove: y <= 150 }, inSight))).toEqual([100, 150, 151, 290]);
  expect(wishOf({ y: 420, isAbove: true }, { ...area, last: null })).toBe(290);
  // Two prices on one line of pixels: the dearer one stands above all the same.
  const near = { ...area, last: { price: 97_000, y: 150, tagY: 150 } };
  const sides = sidesOf(
    [97_001, 97_000, 96_999].map((price) => ({ y: 150, price, wasAbove: null })),
    { last: near.last, hold: 30 },
  );
  expect(sides.map((isAbove) => wishOf({ y: 150, isAbove }, near))).toEqual([150, 150, 151]);
});

test('a pill keeps its side of the newest price while that one crosses it, and changes it once it can stand at its price', () => {
  const sideAt = (lastY: number, wasAbove: boolean | null) =>
    sidesOf([{ y: 150, price: 850, wasAbove }], {
      last: { price: 1000 - lastY, y: lastY, tagY: lastY },
      hold: 30,
    })[0];
  expect([sideAt(160, null), sideAt(140, null)]).toEqual([true, false]);
  expect([sideAt(140, true), sideAt(121, true), sideAt(120, true)]).toEqual([true, true, false]);
  expect([sideAt(160, false), sideAt(179, false), sideAt(180, false)]).toEqual([false, false, true]);
  // A dearer one that is held below takes no cheaper one above it.
  const last = { price: 850, y: 150, tagY: 150 };
  const rows = [
    { y: 140, price: 860, wasAbove: false },
    { y: 145, price: 855, wasAbove: null },
  ];
  expect(sidesOf(rows, { last, hold: 30 })).toEqual([false, false]);
});

const stack = { gap: 20, leastGap: 20, top: 10, bottom: 290, fixed: null };

test('pills at nearly one price stand below each other, in the order of their prices', () => {
  expect(stackRows([100, 200], stack)).toEqual([100, 200]);
  expect(stackRows([100, 102], stack)).toEqual([91, 111]);
  expect(stackRows([102, 100], stack)).toEqual([111, 91]);
  const five = stackRows([100, 100, 100, 100, 100], stack);
  expect(five).toEqual([60, 80, 100, 120, 140]);
});

test('pills stay within the picture, closer where there is no room', () => {
  expect(stackRows([0, 5], stack)).toEqual([10, 30]);
  expect(stackRows([300, 295], stack)).toEqual([290, 270]);
  const many = stackRows(Array<number>(29).fill(150), stack);
  expect(many[0]).toBe(10);
  expect(many.at(-1)).toBe(290);
  expect(many[1]! - many[0]!).toBe(10);
});

test('no pill covers the tag of the newest price: dearer ones stay above it and cheaper ones below', () => {
  expect(stackRows([148, 152], { ...stack, fixed: 150 })).toEqual([130, 170]);
  expect(stackRows([150], { ...stack, fixed: 150 })).toEqual([130]);
  // At an edge there is no room on that side of the tag: the nearest ones stand on the other.
  expect(stackRows([12], { ...stack, fixed: 14 })).toEqual([34]);
  expect(stackRows([0, 30, 32, 200], { ...stack, fixed: 34 })).toEqual([10, 54, 74, 200]);
  expect(stackRows([280, 292], { ...stack, fixed: 275 })).toEqual([235, 255]);
});

test('as many pills are shown as have room: they cover neither each other nor the tag of the newest price', () => {
  for (const fixed of [null, 5, 40, 75, 150, 222, 240])
    for (let count = 1; count < 20; count += 1) {
      const room = { leastGap: 26, top: 60, bottom: 230, fixed };
      const heights = Array.from({ length: count }, (_, index) => 20 + index * 11);
      const { from, to } = keptRows(heights, roomForRows(room), fixed ?? 150);
      const rows = [...stackRows(heights.slice(from, to), { gap: 30, ...room })].toSorted((a, b) => a - b);
      expect(rows.length).toBe(Math.min(count, roomForRows(room)));
      rows.forEach((row, index) => {
        if (index > 0) expect(row - rows[index - 1]!).toBeGreaterThanOrEqual(26 - 1e-6);
        if (fixed !== null) expect(Math.abs(row - fixed)).toBeGreaterThanOrEqual(26 - 1e-6);
      });
    }
  // The farthest ones give way.
  expect(keptRows([0, 100, 120, 140, 290], 3, 130)).toEqual({ from: 1, to: 4 });
  expect(keptRows([0, 100], 3, 130)).toEqual({ from: 0, to: 2 });
});

test('the order of all tags is that of their prices: dearer ones go up beside the legend, or give way, before one stands below the newest price', () => {
  const room = { gap: 21, leastGap: 21, bottom: 370, fixed: 94 };
  const placesOf = (heights: readonly number[]) => {
    const above = heights.filter((y) => y < 94).length;
    const places = { ...room, top: topFor(above, { ...room, top: 55, least: 11 }) };
    const kept = keptOnSides(keptRows(heights, roomForRows(places), 94), above, places);
    return { ...kept, rows: stackRows(heights.slice(kept.from, kept.to), places) };
  };
  // After a spike down: two above the newest price, where the legend leaves room for one.
  expect(placesOf([55, 63, 156, 370])).toEqual({ from: 0, to: 4, rows: [52, 73, 156, 370] });
  expect(placesOf([63, 156])).toEqual({ from: 0, to: 2, rows: [63, 156] });
  // There is room for three up to the edge: the farthest of five are told beside them.
  expect(placesOf([20, 30, 40, 50, 60, 200])).toEqual({ from: 2, to: 6, rows: [29, 50, 71, 200] });
  // With the tag at the edge none has room above it: one is seen below.
  const edge = { ...room, fixed: 12 };
  expect(topFor(2, { ...edge, top: 55, least: 11 })).toBe(11);
  expect(keptOnSides({ from: 0, to: 3 }, 2, { ...edge, top: 11 })).toEqual({ from: 1, to: 3 });
  expect(keptOnSides({ from: 0, to: 30 }, 0, { ...edge, top: 11 })).toEqual({ from: 0, to: 17 });
});

test('before a pill leaves its side of the tag, all stand closer, but no closer than they may', () => {
  const close = { ...stack, leastGap: 15, fixed: 70 };
  // Four above: from 10 to a gap over the tag there is room for 15 px between them.
  expect(stackRows([20, 40, 60, 69, 80], close)).toEqual([10, 25, 40, 55, 85]);
  expect(stackRows([20, 40, 60, 69, 80], { ...close, leastGap: 16 })).toEqual([10, 30, 50, 90, 110]);
});

test('a tag above the room of the rows, or below it, takes none of it', () => {
  expect(stackRows([0, 12], { ...stack, top: 60, fixed: 15 })).toEqual([60, 80]);
  expect(stackRows([300, 299], { ...stack, bottom: 250, fixed: 295 })).toEqual([250, 230]);
});

test('in any picture, rows keep the gap, the order and the room', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  let state = seed;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 300; round += 1) {
    const wanted = Array.from({ length: 1 + Math.floor(random() * 14) }, () => random() * 300);
    const fixed = random() < 0.5 ? random() * 300 : null;
    const places = stackRows(wanted, { ...stack, fixed });
    const sorted = places.toSorted((a, b) => a - b);
    const byPrice = wanted
      .map((_, index) => index)
      .toSorted((a, b) => wanted[a]! - wanted[b]! || a - b)
      .map((index) => places[index]!);
    expect(byPrice, `seed ${seed}`).toEqual(sorted);
    sorted.forEach((place, index) => {
      expect(place, `seed ${seed}`).toBeGreaterThanOrEqual(10 - 1e-6);
      expect(place, `seed ${seed}`).toBeLessThanOrEqual(290 + 1e-6);
      if (index > 0) expect(place - sorted[index - 1]!, `seed ${seed}`).toBeGreaterThanOrEqual(20 - 1e-6);
    });
  }
});

test('where a pill has no room the words for the kind of order give way: first cut, then left out, and nothing else does', () => {
  const pill = { whole: 260, kind: 90 };
  expect([pillFit(pill, 260), pillFit(pill, 228), pillFit(pill, 206), pillFit(pill, 205)]).toEqual([
    'whole',
    'cut',
    'cut',
    'bare',
  ]);
  expect(pillFit({ whole: 260, kind: 0 }, 120)).toBe('whole');
});

test('behind a tag at the axis no figure of the scale is seen by half: what it touches it covers whole', () => {
  expect(tagGround(100, [])).toEqual({ top: 91, height: 18 });
  expect(tagGround(100, [60, 112, 140])).toEqual({ top: 91, height: 29 });
  expect(tagGround(100, [90, 112])).toEqual({ top: 82, height: 38 });
  expect(tagGround(100, [83, 117])).toEqual({ top: 91, height: 18 });
});

test('at the edge of the picture a stop-loss stands before an order that is nearer, and the nearest of a kind comes first', () => {
  const line = (name: string, y: number, isOfPosition = false) => ({ name, y, isOfPosition });
  const names = (...lines: readonly ReturnType<typeof line>[]) => edgeOrder(lines).map(({ name }) => name);
  const below = [line('buy', 505), line('liquidation', 900, true), line('SL', 600, true), line('far buy', 700)];
  expect(names(...below)).toEqual(['SL', 'liquidation', 'buy', 'far buy']);
  expect(names(line('far', -90), line('near', -5), line('TP', -50, true))).toEqual(['TP', 'near', 'far']);
});
