/** The command line against a running exchange, and against its folder once it has stopped. */
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkJournal } from '../../../server/engine/check-journal.ts';
import { bootExchange, type TestExchange } from '../../exchange.ts';
import { type CommandResult, runAgio } from './command-line-process.ts';

let directory: string;
let exchange: TestExchange;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'agio-cli-'));
  exchange = await bootExchange({ directory });
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

const agio = (args: readonly string[], dataDirectory = directory): Promise<CommandResult> =>
  runAgio(args, dataDirectory);

describe('the command line', () => {
  test('A3 user trade-group joins users whose orders do not trade with each other', async () => {
    const { email, uid } = await exchange.createUser();
    const join = (group: string) => agio(['user', 'trade-group', '--email', email, '--group', group]);
    expect(await join('7')).toMatchObject({ status: 0, json: { uid } });
    expect((await join('seven')).status).toBe(1);
    expect((await agio(['user', 'trade-group', '--email', 'nobody@agio.example', '--group', '1'])).status).toBe(1);
  });

  test('A8 B1 trading C2 markets and contracts change status, pools are funded once, and a demo can be shocked', async () => {
    const market = (status: string) => agio(['market', 'status', '--symbol', 'BTCUSDT', '--status', status]);
    expect(await market('HALTED')).toMatchObject({ status: 0, json: {} });
    expect((await market('HALTED')).error).not.toBe('');
    expect(await market('TRADING')).toMatchObject({ status: 0 });
    expect((await agio(['market', 'status', '--symbol', 'BTCUSDT'])).error).toContain('--status must be given');
    const contract = (status: string) => agio(['contract', 'status', '--symbol', 'ETHUSDT', '--status', status]);
    expect(await contract('CANCEL_ONLY')).toMatchObject({ status: 0 });
    expect(await contract('OPEN')).toMatchObject({ status: 0 });
    const fund = () =>
      agio(['pool', 'fund', '--pool', 'INSURANCE', '--asset', 'USDT', '--amount', '12.5', '--key', 'once']);
    const funded = { accounts: expect.arrayContaining([{ name: 'INSURANCE', asset: 'USDT', balance: '12.5' }]) };
    expect(await fund()).toMatchObject({ status: 0, json: funded });
    expect(await fund()).toMatchObject({ status: 0, json: funded });
    expect(await agio(['demo', 'shock', '--symbol', 'BTCUSDT', '--percent', '-1', '--seconds', '1'])).toMatchObject({
      status: 0,
    });
  });

  test('A5.7 user fee-tier sets a user’s own rates and a trial with its end, and explains invalid ones', async () => {
    const { email } = await exchange.createUser();
    const tier = (...args: string[]) => agio(['user', 'fee-tier', '--email', email, ...args]);
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const set = await tier('--own', '0.0008,0.0009,0.0001,0.0004', '--trial', '0,0.0005,0,0.0003', '--trial-end', end);
    expect(set).toMatchObject({ status: 0, json: { uid: expect.any(Number), seq: expect.any(Number) } });
    expect(await tier()).toMatchObject({ status: 0 });
    expect((await tier('--own', '0.0008,0.0009')).error).toContain('not four rates');
    expect((await tier('--trial', '0,0,0,0')).error).toContain('go together');
    expect((await tier('--trial', '0,0,0,0', '--trial-end', 'soon')).error).toContain('not a time');
  });

  test('trading A4 B1 parameters of markets and contracts are shown, and changed field by field', async () => {
    const market = (...args: string[]) => agio(['market', 'parameters', '--symbol', 'ADAUSDT', ...args]);
    expect(await market()).toMatchObject({ status: 0, json: { version: 1, parameters: { minAmount: '5' } } });
    const changed = { symbol: 'ADAUSDT', version: 2, misfits: [] };
    expect((await market('minAmount=7.5', 'maxOpenOrders=50', 'hasFeeException=true')).json).toEqual(changed);
    expect(await market()).toMatchObject({
      json: {
        version: 2,
        parameters: { minAmount: '7.5', maxOpenOrders: 50, hasFeeException: true, maxAmount: '9000000' },
      },
    });
    expect((await market('minAmount=8', '--version', '9')).error).toContain('the next version of ADAUSDT is 3');
    expect((await market('minAmount')).error).toContain('not of the form FIELD=VALUE');
    expect((await market('maxOpenOrders=many')).error).toContain('no value for maxOpenOrders');
    expect((await market('minimum=1')).error).toContain('minimum');
    const contract = (...args: string[]) => agio(['contract', 'parameters', '--symbol', 'DOGEUSDT', ...args]);
    const tiers = [{ cap: '1000', maxLeverage: 50, maintenanceMarginRate: '0.01' }];
    expect(
      await contract(`tiers=${JSON.stringify(tiers)}`, 'leverageMax=50', 'interestRate=-0.0001', '--version', '2'),
    ).toMatchObject({
      status: 0,
      json: { version: 2 },
    });
    expect((await contract()).json).toMatchObject({ parameters: { tiers, interestRate: '-0.0001' } });
  });

  test('trading C2 E bonus, vouchers, corrections and restrictions, each once by its id', async () => {
    const { email } = await exchange.createUser({ USDT: '10' });
    const { email: other, uid } = await exchange.createUser();
    for (const pool of ['BONUS_POOL', 'PRIZE_POOL'])
      await agio(['pool', 'fund', '--pool', pool, '--asset', 'USDT', '--amount', '100']);
    const correction = () =>
      agio(
        [
          'correction',
          'post',
          '--id',
          '4',
          '--corrects',
          'SPOT_TRADE 9',
          '--reason',
          'wrong price',
          '--asset',
          'USDT',
        ].concat(['--entry', `${email}:SPOT=-2.5`, '--entry', `${other}:FUTURES=2`, '--entry', 'HOUSE_FEE=0.5']),
      );
    expect(await correction()).toMatchObject({ status: 0, json: { amount: '2.5' } });
    expect(await correction()).toMatchObject({ status: 0, json: { amount: '2.5' } });
    const unfit = ['correction', 'post', '--id', '5', '--corrects', 'x', '--reason', 'y', '--asset', 'USDT'];
    expect((await agio([...unfit, '--entry', 'FEES'])).error).toContain('no entry such as');
    expect((await agio(['correction', 'post'])).error).toContain('needs --id');

    const end = new Date(Date.now() + 3_600_000).toISOString();
    const life = ['--email', other, '--asset', 'USDT', '--expires', end];
    const granted = await agio(['bonus', 'grant', '--id', '11', ...life, '--amount', '40', '--symbols', 'BTCUSDT']);
    expect(granted).toMatchObject({ status: 0, json: { amount: '40' } });
    expect((await agio(['bonus', 'revoke', '--id', '11', '--reason', 'abuse'])).json).toEqual({ amount: '40' });
    const withhold = ['profit', 'withhold', '--id', '1', '--email', other, '--grant', '11', '--amount', '5'];
    expect((await agio([...withhold, '--reason', 'abuse'])).json).toEqual({ amount: '2' });
    const voucher = ['fee-voucher', 'grant', '--id', '12', ...life, '--amount', '3', '--products', 'SPOT'];
    expect((await agio(voucher)).json).toEqual({ amount: '3' });
    expect(await agio(['fee-voucher', 'cancel', '--id', '12'])).toMatchObject({ status: 0 });
    const { accounts } = (await agio(['pool', 'list'])).json as { accounts: { name: string; balance: string }[] };
    expect(accounts).toEqual(
      expect.arrayContaining([
        { name: 'BONUS_POOL', asset: 'USDT', balance: '102' },
        { name: 'PRIZE_POOL', asset: 'USDT', balance: '100' },
      ]),
    );
    const position = ['--symbol', 'BTCUSDT', '--side', 'BUY', '--leverage', '10', '--amount', '30'];
    // Without prices from outside a contract takes no orders.
    const opened = await agio(['voucher-position', 'open', '--id', '13', '--email', other, ...position]);
    expect(opened).toMatchObject({
      status: 1,
      error: 'BTCUSDT has no price from outside now, and takes no orders without one.\n',
    });
    const restrict = (...args: string[]) => agio(['user', 'restrict', '--email', other, ...args]);
    expect(await restrict()).toMatchObject({ status: 0, json: { uid } });
    expect(await restrict('--lift')).toMatchObject({ status: 0, json: { uid } });
  });

  test('user create prints one JSON object; its key trades, its funds are there, user token opens a session', async () => {
    const created = await agio([
      'user',
      'create',
      '--email',
      'cli@test.agio.example',
      '--password',
      'a long enough one',
      '--fund',
      'USDT=1000',
      '--fund',
      'BTC=0.5',
      '--fund-futures',
      'USDT=250.5',
      '--api-key',
    ]);
    expect(created.status).toBe(0);
    expect(Object.keys(created.json)).toEqual(['uid', 'apiKey', 'apiSecret']);
    const user = {
      ...(created.json as { uid: number; apiKey: string; apiSecret: string }),
      email: '',
      password: '',
      token: '',
    };
    const account = await exchange.signed<{ balances: { asset: string; free: string }[] }>(
      user,
      'GET',
      '/api/v3/account',
    );
    expect(account.body.balances.find(({ asset }) => asset === 'BTC')).toMatchObject({ free: '0.5' });
    const { json } = await agio(['user', 'token', '--email', 'cli@test.agio.example']);
    const balances = await exchange.call<{ balances: { asset: string; wallet: string; available: string }[] }>(
      'GET',
      '/web/spot/account/balances',
      undefined,
      { token: json.token as string },
    );
    expect(balances.data.balances).toContainEqual({
      asset: 'USDT',
      wallet: 'FUTURES',
      available: '250.5',
      locked: '0',
    });
    expect(balances.data.balances).toContainEqual({ asset: 'USDT', wallet: 'SPOT', available: '1000', locked: '0' });
  });

  test('what cannot be done is one sentence on stderr and a non-zero exit', async () => {
    for (const [args, pattern] of [
      [
        ['user', 'create', '--email', 'cli@test.agio.example', '--password', 'a long enough one'],
        /already has an account/,
      ],
      [['user', 'create', '--email', 'other@test.agio.example'], /needs --email and --password/],
      [
        ['user', 'create', '--email', 'x@test.agio.example', '--password', 'a long enough one', '--fund', 'USDT'],
        /ASSET=AMOUNT/,
      ],
      [['user', 'token', '--email', 'nobody@test.agio.example'], /Not found/],
      [['dance'], /Usage/],
    ] as const) {
      const result = await agio(args);
      expect(result.status).toBe(1);
      expect(result.error).toMatch(pattern);
    }
  });

  test('a server that refuses is not taken for one that is stopped, and a port left behind gets no token', async () => {
    const note = join(directory, 'server.json');
    const kept = readFileSync(note, 'utf8');
    const tokens: string[] = [];
    const stranger = createServer((request, answer) => {
      tokens.push(String(request.headers.authorization));
      answer.writeHead(503, { 'content-type': 'application/json' }).end('{"code":503,"msg":"Busy.","data":null}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    const url = `http://127.0.0.1:${(stranger.address() as { port: number }).port}`;
    const gone = execFile(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.once('exit', resolve));
    try {
      writeFileSync(note, JSON.stringify({ operatorUrl: url, pid: gone.pid }));
      expect(await agio(['journal', 'verify'])).toMatchObject({ status: 0, json: { comparedWithLive: false } });
      expect((await agio(['user', 'token', '--email', 'cli@test.agio.example'])).error).toMatch(/No server runs/);
      expect(tokens).toEqual([]);
      writeFileSync(note, JSON.stringify({ operatorUrl: url, pid: process.pid }));
      expect(await agio(['journal', 'verify'])).toMatchObject({ status: 1, error: 'Busy.\n' });
    } finally {
      writeFileSync(note, kept);
      stranger.close();
    }
  });

  test('journal verify agrees with the running server, and both checks work once it has stopped', async () => {
    const live = await agio(['journal', 'verify']);
    expect(live).toMatchObject({ status: 0, json: { comparedWithLive: true } });
    expect((await agio(['ledger', 'check'])).status).toBe(0);
    await exchange.exchange.close();
    const stopped = await agio(['journal', 'verify']);
    const { seq, stateHash } = live.json as { seq: number; stateHash: string };
    // Between the two the exchange may have taken commands of its own clock.
    expect(stopped).toMatchObject({ status: 0, json: { comparedWithLive: false } });
    expect(stopped.json.seq).toBeGreaterThanOrEqual(seq);
    expect(checkJournal(join(directory, 'journal'), seq).core.stateHash()).toBe(stateHash);
    const ledger = (await agio(['ledger', 'check'])).json as { sums: { asset: string; sum: string }[] };
    expect(ledger.sums.every(({ sum }) => sum === '0')).toBe(true);
    expect((await agio(['user', 'token', '--email', 'cli@test.agio.example'])).error).toMatch(/No server runs/);
  });

  test('journal show prints a command, the hashes of its unit and what it caused, from the data folder alone', async () => {
    const shown = await agio(['journal', 'show', '--seq', '1']);
    const unit = {
      firstSeq: 1,
      previousChainHash: '0'.repeat(64),
      receiptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(shown).toMatchObject({ status: 0, json: { unit, command: { seq: 1 } } });
    const { events, unit: found } = shown.json as {
      events: { seq: number }[];
      unit: { chainHash: string; receiptHash: string };
    };
    expect(events.every(({ seq }) => seq === 1)).toBe(true);
    const again = createHash('sha256').update(Buffer.from(found.chainHash, 'hex')).digest('hex');
    expect(found.receiptHash).toBe(again);
    expect(await agio(['journal', 'show', '--seq', '99999999'])).toMatchObject({
      status: 1,
      error: expect.stringMatching(/no command/),
    });
    expect(await agio(['journal', 'show', '--seq', '0'])).toMatchObject({ status: 1 });
  });

  test('FLT-4 a damaged journal makes journal verify fail and say where', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'agio-cli-damaged-'));
    cpSync(join(directory, 'journal'), join(copy, 'journal'), { recursive: true });
    const name = readdirSync(join(copy, 'journal')).find((entry) => entry.endsWith('.log'))!;
    const path = join(copy, 'journal', name);
    const bytes = readFileSync(path);
    bytes[200]! ^= 1;
    writeFileSync(path, bytes);
    const result = await agio(['journal', 'verify'], copy);
    expect(result.status).toBe(1);
    expect(result.error).toMatch(/damaged at byte/);
    expect((await agio(['journal', 'show', '--seq', '1'], copy)).error).toMatch(/damaged at byte/);
    rmSync(copy, { recursive: true, force: true });
  });
});
