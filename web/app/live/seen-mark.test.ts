import { expect, test } from 'vitest';
import { createSeenMark, createSeenMarks, keptFirst } from './seen-mark.ts';

function marked({ account, device }: { account: number | null; device: number | null }) {
  const state = { account, device, told: [] as number[], isAway: false };
  const mark = createSeenMark({
    read: async () => {
      if (state.isAway) throw new Error('away');
      return state.account;
    },
    tell: async (upTo) => {
      if (state.isAway) throw new Error('away');
      state.told.push(upTo);
      state.account = upTo;
    },
    device: { get: () => state.device, forget: () => void (state.device = null) },
    first: 50,
  });
  return { mark, state };
}

test('what was seen on another device is seen here', async () => {
  const { mark, state } = marked({ account: 80, device: null });
  await mark.load();
  expect([mark.upTo.get(), state.told]).toEqual([80, []]);
  state.account = 90;
  await mark.load();
  expect(mark.upTo.get()).toBe(90);
});

test.each([
  { account: null, upTo: 70, told: [70] },
  { account: 60, upTo: 70, told: [70] },
  { account: 80, upTo: 80, told: [] },
])('what the device kept is taken over once: $account of the account', async ({ account, upTo, told }) => {
  const { mark, state } = marked({ account, device: 70 });
  expect(mark.upTo.get()).toBe(70);
  await mark.load();
  await mark.load();
  expect([mark.upTo.get(), state.told, state.device]).toEqual([upTo, told, null]);
});

test('whoever is new begins now', async () => {
  const { mark, state } = marked({ account: null, device: null });
  await mark.load();
  expect([mark.upTo.get(), state.told]).toEqual([50, [50]]);
});

test('whoever is new began with the first page, also where that was left before the account knew it', async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text).has(name),
    removeItem: (name: string) => kept.delete(name),
  };
  const told: number[] = [];
  const pageAt = (now: number) => {
    const isLeft = now === 50;
    return createSeenMark({
      read: () => (isLeft ? new Promise(() => undefined) : Promise.resolve(null)),
      tell: async (upTo) => void told.push(upTo),
      device: { get: () => null, forget: () => void storage.removeItem('first') },
      first: keptFirst(storage, 'first', now),
    });
  };
  void pageAt(50).load();
  const next = pageAt(90);
  await next.load();
  expect([next.upTo.get(), told, kept.size]).toEqual([50, [50], 0]);
  // Kept by a clock that was ahead.
  storage.setItem('first', '200');
  expect(keptFirst(storage, 'first', 100)).toBe(100);
});

test('what could not be told is told with the next asking', async () => {
  const { mark, state } = marked({ account: 50, device: null });
  await mark.load();
  state.isAway = true;
  mark.mark(99);
  await expect(mark.load()).rejects.toThrow('away');
  expect([mark.upTo.get(), state.account]).toEqual([99, 50]);
  state.isAway = false;
  await mark.load();
  expect([mark.upTo.get(), state.account]).toEqual([99, 99]);
});

test('it never moves back', async () => {
  const { mark, state } = marked({ account: 80, device: null });
  await mark.load();
  mark.mark(70);
  expect([mark.upTo.get(), state.told]).toEqual([80, []]);
});

test('an answer that was read before something was seen, and comes after it, makes nothing new again', async () => {
  let answer: (known: number) => void = () => undefined;
  const mark = createSeenMark({
    read: () => new Promise((resolve) => (answer = resolve)),
    tell: () => Promise.resolve(),
    device: { get: () => null, forget: () => undefined },
    first: 50,
  });
  const loading = mark.load();
  mark.mark(99);
  await Promise.resolve();
  answer(80);
  await loading;
  expect(mark.upTo.get()).toBe(99);
});

test('what was read for one person is neither taken for the next one nor told in the name of that one', async () => {
  const answers: ((fillsAt: number) => void)[] = [];
  const told: unknown[] = [];
  const markOf = createSeenMarks({
    ask: async () => {
      const fillsAt = await new Promise<number>((answer) => answers.push(answer));
      return { fillsAt, alertId: null };
    },
    tell: async (news) => void told.push(news),
  });
  const device = { get: () => null, forget: () => undefined };
  const first = markOf(1, 'fillsAt', { device, first: 0 });
  const ofFirst = first.load();
  const second = markOf(2, 'fillsAt', { device, first: 0 });
  const ofSecond = second.load();
  expect(answers).toHaveLength(2);
  answers[0]!(900);
  answers[1]!(5);
  await expect(ofFirst).rejects.toThrow();
  await ofSecond;
  first.mark(1000);
  expect([first.upTo.get(), second.upTo.get(), told]).toEqual([1000, 5, []]);
});

test('both lists of one person are asked for by one call', async () => {
  let asked = 0;
  const markOf = createSeenMarks({
    ask: async () => ({ fillsAt: 7, alertId: ++asked }),
    tell: async () => undefined,
  });
  const device = { get: () => null, forget: () => undefined };
  const marks = (['fillsAt', 'alertId'] as const).map((kind) => markOf(1, kind, { device, first: 0 }));
  await Promise.all(marks.map((mark) => mark.load()));
  expect([asked, ...marks.map(({ upTo }) => upTo.get())]).toEqual([1, 7, 1]);
});
