/** Which names are taken: many that are entered at once are found one by one. */
import { expect, test } from 'vitest';
import * as layout from './layout.ts';
import { KnownNames } from './known-names.ts';
import { Bytes } from './memory.ts';
import * as name from './name-layout.ts';

/** Whole numbers of 32 bits, each another one and none 0. */
const tagsOf = (count: number): Int32Array =>
  Int32Array.from({ length: count }, (_, i) => Math.imul(i + 1, 0x9e37_79b1));

test.each([
  [100, 1 << 21, 100],
  [6_000, 1 << 21, 6_000],
  // Three quarters of the places; what comes later is only counted.
  [6_000, 1 << 12, 3_072],
])('FLT-16 of %i tags at once each is there until it goes, with places up to %i', (count, mostPlaces, placed) => {
  const memory = new Bytes();
  const names = new KnownNames(memory);
  names.mostPlaces = mostPlaces;
  const numbers = (): readonly number[] => {
    const shared = new Int32Array(memory.buffer, layout.SHARED, layout.SHARED_BYTES >> 2);
    return [shared[name.NAME_TAGS_USED >> 2]!, shared[name.NAME_STRAYS >> 2]!];
  };
  const tags = tagsOf(count);
  // Names of letters that have no tag.
  names.addTags(Int32Array.from([0, ...tags, 0]));
  expect(numbers()).toEqual([placed, count - placed]);
  names.add(1, 0, 'one more');
  names.remove(names.tagOf(1, 0, 'one more'));
  for (const tag of tags.toReversed()) names.remove(tag);
  // Who is not found takes from those without a place.
  expect(numbers()).toEqual([0, 0]);
});
