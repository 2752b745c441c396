/** Notices of restricted locations: an operator writes them, callers get the one of their place and language. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, type TestExchange } from '../../exchange.ts';

const run = promisify(execFile);
const NO_NOTICE = { display: false, title: '', content: '', button: '' };
let exchange: TestExchange;
beforeAll(async () => void (exchange = await bootExchange()));
afterAll(() => exchange.close());

async function agio(...args: string[]): Promise<{ notices: object[]; removed: number }> {
  const { stdout } = await run(process.execPath, ['tools/agio.ts', ...args], {
    env: { ...process.env, DATA_DIR: exchange.directory },
  });
  return JSON.parse(stdout) as never;
}
const ownNotice = async (language = 'en_US') =>
  (await exchange.call('GET', '/web/api/v1/compliance', undefined, { headers: { language } })).data;

const TEXT = ['--title', 'Not here', '--content', 'This service is not offered in your place.', '--button', 'I know'];
afterEach(async () => {
  await agio('notice', 'clear', '--countries', 'all');
  await agio('notice', 'clear', '--countries', 'IR,CU');
});

test('C36 without a notice none is shown', async () => {
  expect(await ownNotice()).toEqual(NO_NOTICE);
});

test('C36 a notice for all countries reaches a caller of this machine, in the language asked for, else in English', async () => {
  await agio('notice', 'set', '--countries', 'all', ...TEXT);
  const persian = ['--title', 'این‌جا نه', '--content', 'در محل شما ارائه نمی‌شود.', '--button', 'می‌دانم'];
  await agio('notice', 'set', '--countries', 'all', '--locale', 'fa-ir', ...persian);
  expect(await ownNotice()).toEqual({
    display: true,
    title: 'Not here',
    content: 'This service is not offered in your place.',
    button: 'I know',
  });
  expect(await ownNotice('fa_IR')).toMatchObject({ display: true, button: 'می‌دانم' });
  expect(await ownNotice('de_DE')).toMatchObject({ title: 'Not here' });
});

test('C36 a notice for some countries does not reach a caller whose address has no country', async () => {
  expect((await agio('notice', 'set', '--countries', 'IR,CU', ...TEXT)).notices).toMatchObject([
    { countries: ['CU', 'IR'], locale: 'en-us', display: true },
  ]);
  expect(await ownNotice()).toEqual(NO_NOTICE);
});

test('C36 a hidden notice keeps its text and says not to show it; a cleared one is gone', async () => {
  await agio('notice', 'set', '--countries', 'all', ...TEXT, '--hidden');
  expect(await ownNotice()).toMatchObject({ display: false, title: 'Not here' });
  expect(await agio('notice', 'clear', '--countries', 'all')).toEqual({ removed: 1 });
  expect(await ownNotice()).toEqual(NO_NOTICE);
});

test('C36 only an operator writes notices, and a country is two letters', async () => {
  const body = { countries: [], title: 'a', content: 'b', button: 'c' };
  expect((await exchange.call('POST', '/operator/notice/set', body)).code).toBe(REFUSALS.FORBIDDEN.code);
  await expect(agio('notice', 'set', '--countries', 'Iran', ...TEXT)).rejects.toThrow('country codes');
});

test('C36 a text may have several lines, and no other control characters', async () => {
  const set = (content: string) =>
    exchange.call(
      'POST',
      '/operator/notice/set',
      { countries: [], title: 'a', content, button: 'c' },
      { headers: { authorization: `Bearer ${exchange.exchange.config.operatorToken}` } },
    );
  expect((await set('one\ntwo')).code).toBe(0);
  expect(await ownNotice()).toMatchObject({ content: 'one\ntwo' });
  expect((await set('one\u0000two')).code).toBe(REFUSALS.BAD_REQUEST.code);
});
