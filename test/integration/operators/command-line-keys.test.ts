/** Commands to the house by their keys, and what a person reads who mistypes one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange } from '../../exchange.ts';
import { runAgio } from './command-line-process.ts';

let directory: string;
let exchange: TestExchange;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'agio-keys-'));
  exchange = await bootExchange({ directory });
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

const agio = (...args: string[]) => runAgio(args, directory);
const end = new Date(Date.now() + 3_600_000).toISOString();

test('trading C2 E every command to the house is the same command again under the same --key', async () => {
  const { email } = await exchange.createUser({ USDT: '10' });
  for (const pool of ['BONUS_POOL', 'PRIZE_POOL'])
    await agio('pool', 'fund', '--pool', pool, '--asset', 'USDT', '--amount', '100');
  const life = ['--email', email, '--asset', 'USDT', '--expires', end];
  const commands: readonly (readonly string[])[] = [
    ['bonus', 'grant', '--id', '1', ...life, '--amount', '40'],
    ['bonus', 'revoke', '--id', '1', '--reason', 'abuse'],
    ['profit', 'withhold', '--id', '1', '--email', email, '--grant', '1', '--amount', '5', '--reason', 'abuse'],
    ['fee-voucher', 'grant', '--id', '2', ...life, '--amount', '3'],
    ['fee-voucher', 'cancel', '--id', '2'],
    'correction post --id 3 --corrects x --reason y --asset USDT'
      .split(' ')
      .concat('--entry', `${email}:SPOT=-2`, '--entry', 'HOUSE=2'),
  ];
  for (const [at, command] of commands.entries()) {
    const first = await agio(...command, '--key', `key-${at}`);
    expect(first, first.error).toMatchObject({ status: 0 });
    expect(await agio(...command, '--key', `key-${at}`)).toEqual(first);
    const other = command.map((part, place) => (command[place - 1] === '--id' ? '77' : part));
    expect((await agio(...other, '--key', `key-${at}`)).error).toContain('used for another request');
  }
});

test('a refusal under a key stays, and the sentence says that another key asks anew', async () => {
  const { email } = await exchange.createUser();
  const position = ['--symbol', 'BTCUSDT', '--side', 'BUY', '--leverage', '10', '--amount', '30'];
  const open = () => agio('voucher-position', 'open', '--id', '5', '--email', email, ...position, '--key', 'again');
  const priceless = 'BTCUSDT has no price from outside now, and takes no orders without one.';
  expect(await open()).toMatchObject({ status: 1, error: `${priceless}\n` });
  expect((await open()).error).toContain('This is the answer that this Idempotency-Key got the first time');
});

test.each([
  [
    'a negative amount',
    ['pool', 'fund', '--pool', 'INSURANCE', '--asset', 'USDT', '--amount', '-5'],
    '--amount must be a number above 0 such as 12.5, and "-5" is none.',
  ],
  [
    'an id that is no number',
    ['bonus', 'revoke', '--id', 'x8', '--reason', 'abuse'],
    '--id must be a whole number, and "x8" is none.',
  ],
  [
    'a leverage that is no number',
    [
      'voucher-position',
      'open',
      '--id',
      '1',
      '--email',
      'a@b.c',
      '--symbol',
      'BTCUSDT',
      '--side',
      'BUY',
      '--leverage',
      'ten',
      '--amount',
      '1',
    ],
    '--leverage must be a whole number, and "ten" is none.',
  ],
  ['an option that there is not', ['bonus', 'revoke', '--number', '1'], "Unknown option '--number'."],
  ['a value that is missing', ['bonus', 'revoke', '--id'], "Option '--id <value>' argument missing."],
  [
    'a group below zero',
    ['user', 'trade-group', '--email', 'a@b.c', '--group', '-1'],
    '--group must be a whole number, and "-1" is none.',
  ],
  [
    'a shock that is no number',
    ['demo', 'shock', '--symbol', 'BTCUSDT', '--percent', 'far'],
    '--percent must be a number such as -20, and "far" is none.',
  ],
  [
    'an e-mail address of nobody',
    ['user', 'token', '--email', 'nobody@agio.example'],
    'Not found: nobody has the e-mail address nobody@agio.example.',
  ],
] as const)('%s is one plain sentence', async (_what, args, sentence) => {
  expect(await agio(...args)).toMatchObject({ status: 1, error: `${sentence}\n` });
});
