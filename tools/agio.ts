/**
 * The command line. `user …` speaks to the running server with the operator token of DATA_DIR; `journal verify` and
 * `ledger check` read the journal themselves, so they also work while the server is stopped. Results go to stdout, one JSON
 * object; a failure is a sentence on stderr and a non-zero exit.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SEO_FIELDS } from '@agio/contracts/seo-rules';
import { createCore, type Core } from '@agio/core';
import { formatUnits } from '@agio/core/fixed';
import { applyUnit } from '../server/engine/recover.ts';
import { liveHolder, readHighWater, readJournal } from '../server/journal/index.ts';

const USAGE = `Usage:
  agio user create --email E --password P [--fund ASSET=AMOUNT]... [--fund-futures ASSET=AMOUNT]... [--api-key]
  agio user token --email E
  agio user fee-tier --email E [--own RATES] [--trial RATES --trial-end TIME]
  agio user trade-group --email E --group N
  agio market status --symbol S --status TRADING|HALTED|POST_ONLY|MAINTENANCE|DELISTED
  agio contract status --symbol S --status PRE_OPEN|OPEN|REDUCE_ONLY|CANCEL_ONLY|STOP|SETTLED
  agio pool fund --pool INSURANCE|BONUS_POOL|PRIZE_POOL|EARN_POOL|DUAL_POOL --asset A --amount N [--key K]
  agio notice set --countries IR,CU|all --title T --content C --button B [--locale en-us] [--hidden]
  agio notice clear --countries IR,CU|all [--locale en-us]
  agio verification set --login-after N
  agio demo shock --symbol S --percent P [--seconds N]
  agio track show [--days N]
  agio seo set --pattern P [--locale L] FIELDS
  agio seo list
  agio seo remove --pattern P [--locale L] [--field F]
  agio chat list [--state waiting|all]
  agio chat show --id N
  agio chat answer --id N --text TEXT [--agent NAME] [--key K]
  agio chat close --id N
  agio journal verify
  agio ledger check
RATES are four fractions, SPOT_MAKER,SPOT_TAKER,FUTURES_MAKER,FUTURES_TAKER; without --own the market's own are in force.
--key makes a repeat of the same funding or answer do nothing twice. A shock moves the demo's outside price for a while: -20 is a crash.
FIELDS of a page, for search engines: --title, --description, --keywords, --ogTitle, --ogImage, --robots, --canonical. In a
pattern * is one path segment and ** any number; {symbol}, {price} and {title} are filled in. L is en-us unless said.
DATA_DIR names the data folder (./data).`;

const SOURCE_LOCALE = 'en-us';
const directory = resolve(process.env.DATA_DIR ?? 'data');

class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
/** Nobody listens where the server said it would. */
class ServerGone extends CommandFailed {}

interface RunningServer {
  readonly url: string;
  readonly operatorToken: string;
}

/** Null when none runs. What a killed server left behind names a port that may be anybody's by now: it gets no token. */
function findServer(): RunningServer | null {
  const path = join(directory, 'server.json');
  if (!existsSync(path)) return null;
  const { url, pid } = JSON.parse(readFileSync(path, 'utf8')) as { url: string; pid: number };
  if (liveHolder(directory) !== pid) return null;
  return { url, operatorToken: readFileSync(join(directory, 'operator-token'), 'utf8').trim() };
}

async function call<Data>(method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<Data> {
  const server = findServer();
  if (!server)
    throw new CommandFailed(`No server runs on ${directory}. Start it with npm start, or set DATA_DIR to its folder.`);
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${server.operatorToken}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    redirect: 'error',
  }).catch((error: Error) => {
    const { code = error.message } = (error.cause ?? {}) as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED')
      throw new ServerGone(`The server at ${server.url} does not answer. Start it with npm start.`);
    throw new CommandFailed(`The server at ${server.url} did not answer as it should (${code}). Try again.`);
  });
  const envelope = (await answer.json().catch(() => {
    throw new CommandFailed(`The server at ${server.url} answered HTTP ${answer.status} and no JSON. Try again.`);
  })) as { code: number; msg: string; data: Data };
  if (envelope.code !== 0) throw new CommandFailed(envelope.msg);
  return envelope.data;
}

function parseFunds(texts: readonly string[]): { asset: string; amount: string }[] {
  return texts.map((text) => {
    const match = /^([A-Z0-9]+)=([0-9]+(?:\.[0-9]+)?)$/.exec(text);
    if (!match) throw new CommandFailed(`"${text}" is not of the form ASSET=AMOUNT, for instance USDT=1000.`);
    return { asset: match[1]!, amount: match[2]! };
  });
}

async function createUser(args: string[]): Promise<unknown> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      fund: { type: 'string', multiple: true, default: [] },
      'fund-futures': { type: 'string', multiple: true, default: [] },
      'api-key': { type: 'boolean', default: false },
    },
  });
  if (!values.email || !values.password) throw new CommandFailed('user create needs --email and --password.');
  return call('POST', '/operator/user/create', {
    email: values.email,
    password: values.password,
    fund: parseFunds(values.fund),
    fundFutures: parseFunds(values['fund-futures']),
    apiKey: values['api-key'],
  });
}

async function userToken(args: string[]): Promise<unknown> {
  const { values } = parseArgs({ args, options: { email: { type: 'string' } } });
  if (!values.email) throw new CommandFailed('user token needs --email.');
  return call('POST', '/operator/user/token', { email: values.email });
}

async function setFeeTier(args: string[]): Promise<unknown> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string' },
      own: { type: 'string' },
      trial: { type: 'string' },
      'trial-end': { type: 'string' },
    },
  });
  const { email, own, trial, 'trial-end': end } = values;
  if (!email) throw new CommandFailed('user fee-tier needs --email.');
  if ((trial === undefined) !== (end === undefined)) throw new CommandFailed('--trial and --trial-end go together.');
  const trialEnd = end === undefined ? 0 : Date.parse(end);
  if (Number.isNaN(trialEnd)) throw new CommandFailed(`"${end}" is not a time, for instance 2030-01-31T00:00:00Z.`);
  return call('POST', '/operator/user/fee-tier', { email, own: parseRates(own), trial: parseRates(trial), trialEnd });
}

function parseRates(text: string | undefined): object | null {
  if (text === undefined) return null;
  const [spotMaker, spotTaker, futuresMaker, futuresTaker, ...more] = text.split(',');
  if (futuresTaker === undefined || more.length > 0)
    throw new CommandFailed(`"${text}" is not four rates, for instance 0.0008,0.001,0.0002,0.0005.`);
  return { spotMaker, spotTaker, futuresMaker, futuresTaker };
}

/** All of them are needed: they are named in the usage. */
function readStrings<Name extends string>(
  args: string[],
  names: readonly Name[],
  free: readonly string[] = [],
): Record<Name, string> & Record<string, string | undefined> {
  const options = Object.fromEntries([...names, ...free].map((name) => [name, { type: 'string' as const }]));
  const values = parseArgs({ args, options }).values as Record<string, string | undefined>;
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new CommandFailed(`${missing.map((name) => `--${name}`).join(' and ')} must be given.`);
  return values as Record<Name, string> & Record<string, string | undefined>;
}

const setStatus =
  (path: string) =>
  async (args: string[]): Promise<unknown> => {
    const { symbol, status } = readStrings(args, ['symbol', 'status']);
    return call('POST', path, { symbol, status });
  };

async function setTradeGroup(args: string[]): Promise<unknown> {
  const { email, group } = readStrings(args, ['email', 'group']);
  return call('POST', '/operator/user/trade-group', { email, tradeGroupId: Number(group) });
}

async function fundPool(args: string[]): Promise<unknown> {
  const { pool, asset, amount, key = randomUUID() } = readStrings(args, ['pool', 'asset', 'amount'], ['key']);
  return call('POST', '/operator/pool/fund', { pool, asset, amount }, key);
}

const readCountries = (text: string): string[] => (text === 'all' ? [] : text.split(','));

async function setNotice(args: string[]): Promise<unknown> {
  const isHidden = args.includes('--hidden');
  const named = args.filter((arg) => arg !== '--hidden');
  const { countries, locale, ...text } = readStrings(named, ['countries', 'title', 'content', 'button'], ['locale']);
  return call('POST', '/operator/notice/set', {
    ...text,
    countries: readCountries(countries),
    ...(locale === undefined ? {} : { locale }),
    display: !isHidden,
  });
}

async function clearNotice(args: string[]): Promise<unknown> {
  const { countries, locale } = readStrings(args, ['countries'], ['locale']);
  const only = locale === undefined ? {} : { locale };
  return call('POST', '/operator/notice/clear', { countries: readCountries(countries), ...only });
}

async function setVerification(args: string[]): Promise<unknown> {
  const values = readStrings(args, ['login-after']);
  return call('POST', '/operator/verification/set', { loginAfterFailures: Number(values['login-after']) });
}

async function shockDemo(args: string[]): Promise<unknown> {
  // parseArgs takes what begins with a dash for another option: a fall is written to its name.
  const at = args.indexOf('--percent');
  const joined = at < 0 ? args : args.toSpliced(at, 2, `--percent=${args[at + 1] ?? ''}`);
  const { symbol, percent, seconds = '30' } = readStrings(joined, ['symbol', 'percent'], ['seconds']);
  return call('POST', '/operator/demo/shock', { symbol, percent: Number(percent), forSeconds: Number(seconds) });
}

async function showTrack(args: string[]): Promise<unknown> {
  const { days = '7' } = readStrings(args, [], ['days']);
  return call('GET', `/operator/track?days=${encodeURIComponent(days)}`);
}

async function setSeo(args: string[]): Promise<unknown> {
  const { pattern, locale = SOURCE_LOCALE, ...fields } = readStrings(args, ['pattern'], ['locale', ...SEO_FIELDS]);
  return call('POST', '/operator/seo/set', { pattern, locale, fields });
}

async function removeSeo(args: string[]): Promise<unknown> {
  const { pattern, locale = SOURCE_LOCALE, field } = readStrings(args, ['pattern'], ['locale', 'field']);
  return call('POST', '/operator/seo/remove', { pattern, locale, ...(field === undefined ? {} : { field }) });
}

async function listChats(args: string[]): Promise<unknown> {
  const { state = 'waiting' } = readStrings(args, [], ['state']);
  return call('GET', `/operator/chat/list?state=${encodeURIComponent(state)}`);
}

async function showChat(args: string[]): Promise<unknown> {
  const { id } = readStrings(args, ['id']);
  return call('GET', `/operator/chat/show?id=${encodeURIComponent(id)}`);
}

async function answerChat(args: string[]): Promise<unknown> {
  const { id, text, agent = '', key = randomUUID() } = readStrings(args, ['id', 'text'], ['agent', 'key']);
  return call('POST', '/operator/chat/answer', { id: Number(id), text, agent, clientId: key });
}

async function closeChat(args: string[]): Promise<unknown> {
  const { id } = readStrings(args, ['id']);
  return call('POST', '/operator/chat/close', { id: Number(id) });
}

/** Applies the whole journal, from its first command, to an empty core; stops after `toSeq`. */
function replay(toSeq: number): Core {
  const folder = join(directory, 'journal');
  if (!existsSync(folder)) throw new CommandFailed(`There is no journal in ${directory}.`);
  const core = createCore();
  readJournal(folder, 0, (unit) => {
    if (unit.firstSeq <= toSeq) applyUnit(core, unit, () => {}, toSeq);
  });
  return core;
}

async function liveState(): Promise<{ seq: number; hash: string } | null> {
  if (!findServer()) return null;
  try {
    return await call('GET', '/operator/state');
  } catch (error) {
    if (error instanceof ServerGone) return null;
    throw error;
  }
}

async function verifyJournal(): Promise<unknown> {
  const live = await liveState();
  const core = replay(live?.seq ?? Number.MAX_SAFE_INTEGER);
  const hash = core.stateHash();
  const acknowledged = readHighWater(join(directory, 'journal', 'high-water'));
  if (!live && core.lastSeq < acknowledged)
    throw new CommandFailed(`The journal ends at ${core.lastSeq}, but ${acknowledged} was acknowledged.`);
  if (live && (live.seq !== core.lastSeq || live.hash !== hash)) {
    throw new CommandFailed(
      `The replay gives ${hash} at ${core.lastSeq}, the running server has ${live.hash} at ${live.seq}.`,
    );
  }
  return { seq: core.lastSeq, stateHash: hash, comparedWithLive: live !== null };
}

async function checkLedger(): Promise<unknown> {
  const core = replay(Number.MAX_SAFE_INTEGER);
  const sums = core.ledgerSums().map((entry) => ({
    asset: entry.asset,
    sum: formatUnits(entry.sum, entry.scale),
    users: formatUnits(entry.users, entry.scale),
    house: formatUnits(entry.house, entry.scale),
    external: formatUnits(entry.external, entry.scale),
  }));
  const wrong = sums.filter((entry) => entry.sum !== '0');
  if (wrong.length > 0) throw new CommandFailed(`The ledger does not sum to zero: ${JSON.stringify(wrong)}`);
  return { seq: core.lastSeq, sums };
}

const commands: Readonly<Record<string, (args: string[]) => Promise<unknown>>> = {
  'user create': createUser,
  'user token': userToken,
  'user fee-tier': setFeeTier,
  'user trade-group': setTradeGroup,
  'market status': setStatus('/operator/market/status'),
  'contract status': setStatus('/operator/contract/status'),
  'pool fund': fundPool,
  'notice set': setNotice,
  'notice clear': clearNotice,
  'verification set': setVerification,
  'demo shock': shockDemo,
  'track show': showTrack,
  'seo set': setSeo,
  'seo list': () => call('GET', '/operator/seo/list'),
  'seo remove': removeSeo,
  'chat list': listChats,
  'chat show': showChat,
  'chat answer': answerChat,
  'chat close': closeChat,
  'journal verify': verifyJournal,
  'ledger check': checkLedger,
};

const [noun = '', verb = '', ...args] = process.argv.slice(2);
const command = commands[`${noun} ${verb}`];
try {
  if (!command) throw new CommandFailed(USAGE);
  process.stdout.write(`${JSON.stringify(await command(args))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
