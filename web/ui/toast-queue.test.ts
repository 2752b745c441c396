import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  closeToast,
  closeToastsOf,
  drawToast,
  onPassedOver,
  pauseToast,
  readNews,
  renewToasts,
  resumeToast,
  showToast,
  useToasts,
  waitForRoom,
} from './toast-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  waitForRoom(false);
  // Those that are held come after those that go.
  for (let [next] = shown(); next; [next] = shown()) closeToast(next.id);
  vi.useRealTimers();
});
const shown = () => useToasts.getState().list;
const titles = (): string[] => shown().map(({ title }) => title);
/** As the page does with all that are shown, where there is room for them. */
const draw = () => shown().forEach(({ id }) => void drawToast(id));

test.each(['info', 'success', 'warning', 'error', 'normal'] as const)(
  'K1 toast 3000 ms: a toast of kind %s goes by itself',
  (kind) => {
    showToast(kind, 'text');
    vi.advanceTimersByTime(2_999);
    expect(titles()).toEqual(['text']);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
  },
);

test('T2 a loading toast stays until it is closed', () => {
  const id = showToast('loading', 'text');
  vi.advanceTimersByTime(600_000);
  expect(titles()).toEqual(['text']);
  closeToast(id);
  expect(titles()).toEqual([]);
});

test('T2 a toast may have a time of its own', () => {
  showToast('warning', 'long', undefined, { durationMs: 8_000 });
  vi.advanceTimersByTime(7_999);
  expect(titles()).toEqual(['long']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

test('T2 a toast that is read waits, and has the rest of its time afterwards', () => {
  const id = showToast('info', 'text');
  vi.advanceTimersByTime(2_000);
  pauseToast(id);
  vi.advanceTimersByTime(60_000);
  expect(titles()).toEqual(['text']);
  resumeToast(id);
  vi.advanceTimersByTime(999);
  expect(titles()).toEqual(['text']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

test('T2 three are shown at most, the oldest goes', () => {
  for (const title of ['a', 'b', 'c', 'd']) {
    showToast('info', title);
    draw();
  }
  expect(titles()).toEqual(['b', 'c', 'd']);
});

test('T2 while a sheet leaves no room a toast keeps its time, and what failed does not wait', () => {
  showToast('success', 'before');
  vi.advanceTimersByTime(2_000);
  waitForRoom(true);
  showToast('info', 'meanwhile');
  showToast('error', 'failed');
  vi.advanceTimersByTime(60_000);
  expect(titles()).toEqual(['before', 'meanwhile']);
  waitForRoom(false);
  vi.advanceTimersByTime(1_000);
  expect(titles()).toEqual(['meanwhile']);
  vi.advanceTimersByTime(2_000);
  expect(titles()).toEqual([]);
});

test('T2 whatever comes while a sheet leaves no room, none is lost: three at a time are shown afterwards, in their order', () => {
  showToast('success', 'before');
  waitForRoom(true);
  for (const title of ['a', 'b', 'c', 'd']) showToast('success', title);
  for (const title of ['failed', 'failed again']) showToast('error', title);
  // They are not shown, and make the errors go for nothing.
  vi.advanceTimersByTime(2_999);
  expect(titles()).toEqual(['before', 'a', 'b', 'failed', 'failed again']);
  waitForRoom(false);
  expect(titles()).toEqual(['failed', 'failed again', 'before']);
  const seen = new Set(titles());
  for (let ms = 0; ms < 9_000; ms += 100) {
    vi.advanceTimersByTime(100);
    expect(titles().length).toBeLessThanOrEqual(3);
    for (const title of titles()) seen.add(title);
  }
  expect([...seen]).toEqual(['failed', 'failed again', 'before', 'a', 'b', 'c', 'd']);
  expect(titles()).toEqual([]);
});

test('T2 what is held has all of its time once it is shown, and can be closed before', () => {
  waitForRoom(true);
  for (const title of ['a', 'b', 'c']) showToast('success', title);
  const closed = showToast('success', 'd');
  showToast('success', 'e', undefined, { isNews: true });
  showToast('success', 'f');
  closeToast(closed);
  // The list of the bell has the news.
  readNews()();
  waitForRoom(false);
  vi.advanceTimersByTime(3_000);
  expect(titles()).toEqual(['f']);
  vi.advanceTimersByTime(2_999);
  expect(titles()).toEqual(['f']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

test('T2 while the list of the bell is open its news has no toast', () => {
  showToast('success', 'filled', undefined, { isNews: true });
  showToast('success', 'saved');
  const leave = readNews();
  showToast('error', 'liquidated', undefined, { isNews: true });
  expect(titles()).toEqual(['saved']);
  leave();
  showToast('success', 'filled again', undefined, { isNews: true });
  expect(titles()).toEqual(['saved', 'filled again']);
});

/** The titles that are shown from now until nothing is, each at the time when it came up first, in ms. */
function comingUp(): readonly (readonly [number, string])[] {
  const first = new Map<string, number>();
  for (let ms = 0; shown().length > 0; ms += 100) {
    expect(shown().length).toBeLessThanOrEqual(3);
    for (const title of titles()) if (!first.has(title)) first.set(title, ms);
    vi.advanceTimersByTime(100);
  }
  return [...first].map(([title, ms]) => [ms, title]);
}

const tellMore = () => onPassedOver((count) => ({ title: `more: ${count}`, action: undefined }));

test('T2 while toasts are held news come after them, and push out none that has just come up', () => {
  waitForRoom(true);
  for (const title of ['a', 'b', 'c', 'd', 'e']) showToast('success', title);
  waitForRoom(false);
  showToast('success', 'news', undefined, { isNews: true });
  expect(titles()).toEqual(['a', 'b', 'c']);
  expect(comingUp().map(([, title]) => title)).toEqual(['a', 'b', 'c', 'd', 'e', 'news']);
});

test('T2 while toasts are held the answer to a press comes at once, and those that nobody has read yet come again', () => {
  waitForRoom(true);
  for (const title of ['a', 'b', 'c', 'd', 'e']) showToast('success', title, undefined, { isNews: true });
  waitForRoom(false);
  draw();
  showToast('success', 'canceled');
  expect(titles()).toEqual(['b', 'c', 'canceled']);
  expect(comingUp().map(([, title]) => title)).toEqual(['b', 'c', 'canceled', 'a', 'd', 'e']);
});

test('T2 after a sheet has closed answers come before news', () => {
  waitForRoom(true);
  for (const title of ['a', 'b', 'c', 'd']) showToast('success', title, undefined, { isNews: true });
  showToast('success', 'placed');
  waitForRoom(false);
  expect(titles()).toEqual(['placed', 'a', 'b']);
});

test('T2 of many news within a second the last three stay, and a last toast tells how many could not be read', () => {
  const leave = tellMore();
  for (let fill = 0; fill < 8; fill += 1) {
    showToast('success', `fill ${fill}`, undefined, { isNews: true });
    draw();
    vi.advanceTimersByTime(50);
  }
  expect(titles()).toEqual(['fill 5', 'fill 6', 'fill 7']);
  vi.advanceTimersByTime(3_000);
  expect(titles()).toEqual(['more: 5']);
  // Four more push it out before it can be read: the next one tells of all that had none.
  for (let fill = 8; fill < 12; fill += 1) {
    showToast('success', `fill ${fill}`, undefined, { isNews: true });
    draw();
  }
  vi.advanceTimersByTime(3_000);
  expect(titles()).toEqual(['more: 6']);
  leave();
});

test('T2 news that were there to be read before others came are not counted', () => {
  const leave = tellMore();
  for (let fill = 0; fill < 5; fill += 1) {
    showToast('success', `fill ${fill}`, undefined, { isNews: true });
    draw();
    vi.advanceTimersByTime(500);
  }
  expect(comingUp().map(([, title]) => title)).toEqual(['fill 2', 'fill 3', 'fill 4']);
  leave();
});

test('T2 while toasts are held what failed comes at once; one that has just come up comes again, one that was read goes', () => {
  waitForRoom(true);
  for (const title of ['a', 'b', 'c', 'd']) showToast('success', title);
  waitForRoom(false);
  draw();
  showToast('error', 'failed');
  draw();
  expect(titles()).toEqual(['b', 'c', 'failed']);
  vi.advanceTimersByTime(2_000);
  showToast('error', 'failed again');
  draw();
  expect(titles()).toEqual(['c', 'failed', 'failed again']);
  vi.advanceTimersByTime(1_000);
  expect(titles()).toEqual(['failed again', 'a', 'd']);
  // It has all of its time once more.
  vi.advanceTimersByTime(2_999);
  expect(titles()).toEqual(['a', 'd']);
});

test('T2 of many news that are held the newest six come, and the last toast tells how many more there are', () => {
  const leave = tellMore();
  waitForRoom(true);
  for (let fill = 0; fill < 60; fill += 1) showToast('success', `fill ${fill}`, undefined, { isNews: true });
  waitForRoom(false);
  expect(comingUp()).toEqual([
    ...[0, 1, 2].map((fill) => [0, `fill ${fill}`]),
    ...[54, 55, 56].map((fill) => [3_000, `fill ${fill}`]),
    ...[57, 58, 59].map((fill) => [6_000, `fill ${fill}`]),
    [9_000, 'more: 51'],
  ]);
  leave();
});

test('T2 where nothing leads to the news that had no toast, none tells of them', () => {
  const leave = onPassedOver(() => null);
  waitForRoom(true);
  for (let fill = 0; fill < 9; fill += 1) showToast('success', `fill ${fill}`, undefined, { isNews: true });
  waitForRoom(false);
  expect(comingUp().map(([, title]) => title)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map((fill) => `fill ${fill}`));
  leave();
});

test('T2 news make room for what the bell does not have, and once the bell is read nothing is told of them', () => {
  const leave = tellMore();
  waitForRoom(true);
  for (const title of ['a', 'b', 'c', 'placed']) showToast('success', title);
  for (let fill = 0; fill < 7; fill += 1) showToast('success', `fill ${fill}`, undefined, { isNews: true });
  readNews()();
  waitForRoom(false);
  expect(comingUp().map(([, title]) => title)).toEqual(['a', 'b', 'c', 'placed']);
  leave();
});

test('T2 of many failures at once the newest come, for nine seconds at most, and what was held before them is not lost', () => {
  waitForRoom(true);
  for (const title of ['a', 'b', 'c', 'placed']) showToast('success', title);
  waitForRoom(false);
  for (let at = 0; at < 30; at += 1) {
    draw();
    showToast('error', `failed ${at}`);
  }
  expect(titles()).toEqual(['failed 27', 'failed 28', 'failed 29']);
  const coming = comingUp();
  expect(coming.map(([, title]) => title)).toContain('placed');
  expect(coming).toHaveLength(9);
  expect(coming.at(-1)![0]).toBeLessThan(9_000);
});

test('T2 where there is room for one toast only, those that were not drawn yet are not pushed out for good', () => {
  const [first] = ['a', 'b', 'c'].map((title) => showToast('success', title));
  const leave = drawToast(first!);
  vi.advanceTimersByTime(2_000);
  for (const { id } of shown().slice(1)) pauseToast(id);
  leave();
  showToast('error', 'failed');
  showToast('error', 'failed again');
  expect(titles()).toEqual(['c', 'failed', 'failed again']);
  for (const { id } of shown()) resumeToast(id);
  // The first was read; the second comes once there is room, with all of its time.
  expect(comingUp().map(([, title]) => title)).toEqual(['c', 'failed', 'failed again', 'b']);
});

test('a toast says what is true by the time it comes up, and what is true since while it is shown', () => {
  let rest = 'still in the book';
  const wordsNow = () => ({ title: 'Bought 1 BTC', description: rest });
  const descriptions = () => shown().map(({ description }) => description);
  // Where there is room for one only, others are drawn before it.
  showToast('success', wordsNow().title, wordsNow().description, { wordsNow });
  expect(descriptions()).toEqual(['still in the book']);
  rest = 'half of it still in the book';
  draw();
  expect(descriptions()).toEqual(['half of it still in the book']);
  rest = 'canceled';
  renewToasts();
  expect(descriptions()).toEqual(['canceled']);
  // It is the same toast, with the rest of its time.
  vi.advanceTimersByTime(3_000);
  expect(titles()).toEqual([]);
});

test('a toast that waited for a sheet to close says what is true then', () => {
  let rest = 'still in the book';
  const wordsNow = () => ({ title: 'Bought 1 BTC', description: rest });
  waitForRoom(true);
  showToast('success', wordsNow().title, wordsNow().description, { wordsNow });
  rest = 'canceled';
  waitForRoom(false);
  draw();
  expect(shown().map(({ description }) => description)).toEqual(['canceled']);
});

test('E2 what is told of an order goes where the next message says as much, also while it is held', () => {
  const about = (order: string) => showToast('success', order, undefined, { order, isNews: true });
  waitForRoom(true);
  for (const order of ['one', 'other', 'one', 'one', 'one']) about(order);
  closeToastsOf('one');
  waitForRoom(false);
  expect(titles()).toEqual(['other']);
});
