import { expect, test } from 'vitest';
import type { FetchErrorEvent } from '../api/events.ts';
import { failureText } from './failure-text.ts';
import { translate } from './translator.ts';
import { loadTexts } from './texts.ts';

const noCall = () => Promise.reject(new Error('the built texts serve'));
const t = translate('en-us', await loadTexts(noCall, 'en-us', ['response']));
const persian = translate('fa-ir', await loadTexts(noCall, 'fa-ir', ['response']));

const event = (over: Partial<FetchErrorEvent>): FetchErrorEvent => ({
  type: 'exception',
  response: null,
  options: { url: '/x', hasTips: true },
  redirect: null,
  message: '',
  values: {},
  ...over,
});
const http = (status: number, message = ''): FetchErrorEvent =>
  event({ response: { status, data: { code: -1 } }, message });

const OWN = [400, 401, 403, 404, 408, 429, 500, 501, 502, 503, 504, 505];

test('X7 each of the twelve statuses has a different text inside response.error.message', () => {
  const texts = OWN.map((status) => failureText(t, http(status)));
  expect(new Set(texts).size).toBe(OWN.length);
  const [before] = t('response.error.message', { message: '|' }).split('|');
  for (const text of texts) expect(text.startsWith(before!)).toBe(true);
  for (const text of [...texts, ...OWN.map((status) => failureText(persian, http(status)))])
    expect(text).not.toContain('response.');
});

test('X7 any other status is told with its number', () => {
  for (const status of [402, 418, 451, 507, 599]) expect(failureText(t, http(status))).toContain(String(status));
});

test('X7 without a status: the message of the error, else that the network failed', () => {
  expect(failureText(t, event({ type: 'network', message: 'broken pipe' }))).toContain('broken pipe');
  expect(failureText(t, event({ type: 'network' }))).toContain(t('response.error.network'));
});

test('X5 a code is told in the words of the language, with its values; one without words by the server message', () => {
  const coded = (code: number, message: string, values = {}) =>
    event({ type: 'code', response: { status: 200, data: { code } }, message, values });
  expect(failureText(persian, coded(50_010, 'Try again in 9 seconds.', { seconds: 9 }))).toContain('9');
  expect(failureText(t, coded(50_010, 'Try again in 9 seconds.'))).toContain('9 seconds');
  expect(failureText(t, coded(987_654, 'The server says so.'))).toBe('The server says so.');
  expect(failureText(t, coded(987_654, ''))).toBe(t('errors.unknown'));
});
