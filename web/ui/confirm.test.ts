import { expect, test } from 'vitest';
import { ask, settle, useQuestions } from './confirm.ts';

const WORDS = { title: 'Delete?', text: 'It is gone then.', confirmLabel: 'Delete', cancelLabel: 'Keep' };

test('T2 a confirm hook runs before the pop-up closes, and a second press meanwhile does nothing', async () => {
  let finish = (): void => {};
  let runs = 0;
  const answer = ask({
    ...WORDS,
    onConfirm: () => {
      runs += 1;
      return new Promise<void>((resolve) => (finish = resolve));
    },
  });
  const settling = settle(true);
  await settle(true);
  await settle(false);
  expect([runs, useQuestions.getState().pending, useQuestions.getState().queue.length]).toEqual([1, 'confirm', 1]);
  finish();
  await settling;
  expect([await answer, useQuestions.getState().queue.length]).toEqual([true, 0]);
});

test('T2 a hook that fails leaves the pop-up open, to be tried again or canceled', async () => {
  let isBroken = true;
  const answer = ask({
    ...WORDS,
    onConfirm: async () => {
      if (isBroken) throw new Error('no connection');
    },
  });
  await settle(true);
  expect(useQuestions.getState()).toMatchObject({ pending: null, queue: [{ question: WORDS }] });
  isBroken = false;
  await settle(true);
  expect(await answer).toBe(true);
});

test('T2 canceling runs its own hook and answers no; questions come one after the other', async () => {
  const told: string[] = [];
  const first = ask({ ...WORDS, onCancel: () => void told.push('canceled') });
  const second = ask({ ...WORDS, title: 'Second?' });
  await settle(false);
  expect([await first, told]).toEqual([false, ['canceled']]);
  expect(useQuestions.getState().queue[0]?.question.title).toBe('Second?');
  await settle(true);
  expect(await second).toBe(true);
});

test('T2 a question about what is gone cannot be confirmed, only left', async () => {
  let [isGone, runs] = [true, 0];
  const answer = ask({
    ...WORDS,
    off: { get: () => isGone, subscribe: () => () => {} },
    onConfirm: () => void (runs += 1),
  });
  await settle(true);
  expect([runs, useQuestions.getState().queue.length]).toEqual([0, 1]);
  isGone = false;
  await settle(true);
  expect([runs, await answer]).toEqual([1, true]);
});
