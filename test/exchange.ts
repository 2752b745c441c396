/**
 * A whole exchange in this process for tests, benchmarks and development: real PostgreSQL (a separate database), real journal in a
 * temporary folder, real sockets on a free port. Nothing is mocked.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../server/config.ts';
import { type Exchange, startExchange } from '../server/exchange.ts';
import type { IndexPrices } from '../server/external/index.ts';
import { roleOf, testDatabaseUrl, testSuperuserUrl, testTemplate } from './database.ts';
import { freePort } from './free-port.ts';

export interface Envelope<Data = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

export interface TestUser {
  readonly uid: number;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** An exchange as its callers see it, in this process or another. */
export interface CalledExchange {
  readonly url: string;
  readonly port: number;
  /** The address of a path: operators' calls are on a separate listener. */
  at(path: string): string;
  /** A call of the site, in its envelope; of an operator (/operator/…) to their own listener. */
  call<Data = unknown>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    init?: { token?: string; headers?: Record<string, string> },
  ): Promise<Envelope<Data>>;
  /** A call of the operator, in its envelope: a POST if there is a body. Without a given key it gets a new one. */
  operate<Data = unknown>(path: string, body?: unknown, key?: string): Promise<Envelope<Data>>;
  /** A signed call of the trading API; answers status and body. */
  signed<Data = unknown>(
    user: TestUser,
    method: string,
    path: string,
    params?: Record<string, string | number>,
  ): Promise<{ status: number; body: Data }>;
  /** A user with funds and an API key with all scopes but withdraw. */
  createUser(funds?: Readonly<Record<string, string>>): Promise<TestUser>;
}

/** An exchange in this process. */
export interface TestExchange extends CalledExchange {
  readonly directory: string;
  readonly exchange: Exchange;
  close(): Promise<void>;
}

/** Addresses and tokens needed to call an exchange. */
export interface ExchangeAddress {
  readonly url: string;
  readonly operatorUrl: string;
  readonly operatorToken: string;
  /** From which site calls say they come. */
  readonly origin: string;
}

export interface BootOptions {
  /** Demo makers and takers; off unless said, so that a test owns its market. */
  readonly demoMarket?: boolean;
  readonly directory?: string;
  readonly databaseUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether every answer is held against its contract; a measurement of costs leaves that out. */
  readonly checksAnswers?: boolean;
  /** The index of the contracts, where a test sets it. */
  readonly prices?: IndexPrices;
}

export async function bootExchange(options: BootOptions = {}): Promise<TestExchange> {
  const port = await freePort();
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'agio-test-'));
  const databaseUrl = options.databaseUrl ?? (await createDatabase());
  const config = readConfig({
    PORT: String(port),
    OPERATOR_PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    DEMO: '1',
    DEMO_MARKET: options.demoMarket ? '1' : '0',
    SEGMENT_BYTES: String(1024 * 1024),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    ...options.environment,
  });
  const exchange = await startExchange({
    config,
    checksAnswers: options.checksAnswers ?? true,
    drawsLater: true,
    ...(options.prices === undefined ? {} : { prices: options.prices }),
    onFailure: (error) => {
      throw error;
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const { operatorUrl } = exchange;
  // The site's own: where it has a public address, that one alone.
  const origin = config.origins.includes(url) ? url : config.origins[0]!;
  return {
    ...callExchange({ url, operatorUrl, operatorToken: config.operatorToken, origin }),
    directory,
    exchange,
    async close() {
      await exchange.close();
      if (!options.directory) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The calls of an exchange that runs already, here or in another process. */
export function callExchange({ url, operatorUrl, operatorToken, origin }: ExchangeAddress): CalledExchange {
  const at = (path: string): string => (path.startsWith('/operator/') ? operatorUrl : url) + path;
  const call: CalledExchange['call'] = async (method, path, body, init = {}) => {
    const answer = await fetch(at(path), {
      method,
      headers: {
        origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(init.token ? { token: init.token } : {}),
        ...init.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as never;
  };
  const operate: CalledExchange['operate'] = (path, body, key = randomBytes(8).toString('hex')) =>
    call(body === undefined ? 'GET' : 'POST', path, body, {
      headers: { authorization: `Bearer ${operatorToken}`, 'idempotency-key': key },
    });
  return {
    url,
    port: Number(new URL(url).port),
    at,
    call,
    operate,
    signed: (user, method, path, params = {}) => signedCall(url, user, method, path, params),
    createUser: (funds = {}) => createUser(operate, funds),
  };
}

async function createUser(
  operate: TestExchange['operate'],
  funds: Readonly<Record<string, string>>,
): Promise<TestUser> {
  const email = `user-${randomBytes(6).toString('hex')}@test.agio.example`;
  const password = `a long password ${randomBytes(4).toString('hex')}`;
  const fund = Object.entries(funds).map(([asset, amount]) => ({ asset, amount }));
  const created = await operate<{ uid: number; apiKey: string; apiSecret: string }>('/operator/user/create', {
    email,
    password,
    fund,
    apiKey: true,
  });
  if (created.code !== 0) throw new Error(created.msg);
  const session = await operate<{ token: string }>('/operator/user/token', { email });
  return { ...created.data, email, password, token: session.data.token };
}

async function signedCall<Data>(
  url: string,
  user: TestUser,
  method: string,
  path: string,
  params: Record<string, string | number>,
): Promise<{ status: number; body: Data }> {
  const text = new URLSearchParams(
    Object.entries({ ...params, timestamp: Date.now() }).map(([name, value]) => [name, String(value)]),
  ).toString();
  const signature = createHmac('sha256', user.apiSecret).update(text).digest('hex');
  const answer = await fetch(`${url}${path}?${text}&signature=${signature}`, {
    method,
    headers: { 'x-mbx-apikey': user.apiKey },
  });
  return { status: answer.status, body: (await answer.json()) as Data };
}

/** A database of its own on the PostgreSQL that the test run started. */
/** `isEmpty`: as a new one of an operator, without the tables that a start makes. */
export async function createDatabase({ isEmpty = false } = {}): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const base = testDatabaseUrl();
  const client = new pg.Client({ connectionString: testSuperuserUrl() });
  await client.connect();
  const template = isEmpty ? '' : testTemplate();
  await client.query(`create database ${name} owner "${roleOf(base)}"${template && ` template ${template}`}`);
  await client.end();
  return base.replace('/postgres?', `/${name}?`);
}

/** Runs one statement on the database: for rows of which calls of the exchange could not make enough. */
export async function execute(databaseUrl: string, statement: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement, [...values]);
  await client.end();
}
