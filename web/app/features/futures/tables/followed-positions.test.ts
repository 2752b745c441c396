import { expect, test } from 'vitest';
import { createStore } from '../../../live/store.ts';
import { faultOfClosing, followPositions, isChanged, isTurned, openedSince } from './followed-positions.ts';

const long = { positionId: 1, direction: 'LONG', quantity: '0.1' } as const;
const other = { positionId: 2, direction: 'SHORT', quantity: '3' } as const;
type One = Omit<typeof long | typeof other, 'quantity' | 'direction'> & {
  readonly direction: 'LONG' | 'SHORT';
  readonly quantity: string;
};
const accountOf = (positions: readonly One[]) => createStore<readonly One[] | null>(positions, (tell) => tell());

test('R24 a question about a position follows its size, and its button is off once it is closed', () => {
  const open = accountOf([long, other]);
  const followed = followPositions<One>(open, [long]);
  const told: number[] = [];
  followed.off.subscribe(() => told.push(followed.now.get().length));
  open.set([{ ...long, quantity: '0.15' }, other]);
  expect(followed.now.get()).toEqual([{ ...long, quantity: '0.15' }]);
  expect(followed.off.get()).toBe(false);
  open.set([other]);
  expect([followed.now.get(), followed.off.get(), told]).toEqual([[], true, [1, 0]]);
});

test('R24 a position that was turned round is not the one that was asked about', () => {
  const open = accountOf([long]);
  const followed = followPositions<One>(open, [long]);
  open.set([{ ...long, direction: 'SHORT' }]);
  expect(followed.off.get()).toBe(true);
});

test('R24 what is pressed is what was last shown: a later change no longer counts, nor an account that is read anew', () => {
  const open = accountOf([long]);
  const followed = followPositions<One>(open, [long]);
  open.set(null);
  expect(followed.now.get()).toEqual([long]);
  followed.stop();
  open.set([]);
  expect(followed.now.get()).toEqual([long]);
});

test('R24 a question about several positions is about those it began with: one that opens meanwhile is named and stays open', () => {
  const open = accountOf([long]);
  const followed = followPositions<One>(open, [long]);
  open.set([long, other]);
  expect(followed.now.get()).toEqual([long]);
  expect(openedSince<One>(followed.asked, open.get())).toEqual([other]);
  // The same contract again, after the position that was asked about was closed.
  const again = { ...long, positionId: 3 as never };
  open.set([again]);
  expect([followed.now.get(), followed.off.get()]).toEqual([[], true]);
  expect(openedSince<One>(followed.asked, open.get())).toEqual([again]);
  expect(openedSince<One>(followed.asked, null)).toEqual([]);
});

test.each([
  { what: 'as it was shown', open: [long], fault: null },
  { what: 'while the account is read anew', open: null, fault: null },
  { what: 'smaller than shown', open: [{ ...long, quantity: '0.05' }], fault: null },
  { what: 'larger than shown', open: [{ ...long, quantity: '0.15' }], fault: 'grown' },
  { what: 'turned round', open: [{ ...long, direction: 'SHORT' as const }], fault: 'gone' },
  { what: 'closed', open: [other], fault: 'gone' },
])('R24 no more is closed than was shown: a position that is $what', ({ open, fault }) => {
  expect(faultOfClosing<One>(long, open)).toBe(fault);
});

test('R24 the question says that something changed where a size did, or a position came or went', () => {
  expect(isChanged([long], [{ ...long, quantity: '0.10' }])).toBe(false);
  expect(isChanged([long], [{ ...long, quantity: '0.11' }])).toBe(true);
  expect(isChanged([long], [])).toBe(true);
  expect(isChanged([long], [long, other])).toBe(true);
  expect(isChanged([long, other], [other, long])).toBe(false);
});

test('R24 a position that was turned round meanwhile is not taken for closed', () => {
  type Placed = One & { readonly symbol: string; readonly positionSide: 'BOTH' };
  const shown: Placed = { ...long, symbol: 'BTCUSDT', positionSide: 'BOTH' };
  const turned: Placed = { ...shown, direction: 'SHORT' };
  expect(isTurned<Placed>(shown, [turned])).toBe(true);
  expect(isTurned<Placed>(shown, [])).toBe(false);
  expect(isTurned<Placed>(shown, [{ ...turned, symbol: 'ETHUSDT' }])).toBe(false);
});
