/** Which answers other pages get too: ATK-1. */
import { expect, test } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

const get = (target: string) => ({ target, method: 'GET', body: undefined });
const answer = (data: unknown) => ({ code: 0, msg: 'success', data });

test('an answer for every page is given until its time is over', () => {
  let nowMs = 0;
  const kept = new KeptAnswers(() => nowMs);
  kept.keep(get('/depth?symbol=A'), answer('1'), 250);
  nowMs = 249;
  expect(kept.find(get('/depth?symbol=A'))?.data).toBe('1');
  expect(kept.find(get('/depth?symbol=B'))).toBeNull();
  nowMs = 250;
  expect(kept.find(get('/depth?symbol=A'))).toBeNull();
  kept.keep(get('/depth?symbol=A'), answer('2'), 250);
  expect(kept.find(get('/depth?symbol=A'))?.data).toBe('2');
});

test('ATK-1 an answer for one page, or to what changes something, is given to no other', () => {
  const kept = new KeptAnswers(() => 0);
  kept.keep(get('/balances'), answer('mine'), 0);
  expect(kept.find(get('/balances'))).toBeNull();
  kept.keep({ ...get('/depth'), method: 'POST' }, answer('done'), 250);
  expect(kept.find(get('/depth'))).toBeNull();
  kept.keep(get('/depth'), answer('seen'), 250);
  expect(kept.find({ ...get('/depth'), method: 'POST' })).toBeNull();
});

test('FLT-16 however many addresses are asked for, two hundred are kept', () => {
  const kept = new KeptAnswers(() => 0);
  for (let at = 0; at < 1_000; at += 1) kept.keep(get(`/depth?symbol=${at}`), answer(String(at)), 250);
  const found = Array.from({ length: 1_000 }, (_, at) => kept.find(get(`/depth?symbol=${at}`))).filter(Boolean);
  expect(found).toHaveLength(200);
  expect(kept.find(get('/depth?symbol=999'))?.data).toBe('999');
});

test('ATK-1 what several pages get none of them can change for the others', () => {
  const kept = new KeptAnswers(() => 0);
  kept.keep(get('/depth'), answer({ bids: [['1', '2']] }), 250);
  const data = kept.find(get('/depth'))?.data as { bids: string[][] };
  expect(() => data.bids[0]!.push('3')).toThrow();
  expect(() => Object.assign(data, { bids: [] })).toThrow();
  expect(kept.find(get('/depth'))?.data).toBe(data);
});
