/** How the command line speaks to the running server: with the token of OPERATOR_TOKEN, or that of DATA_DIR. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
// Not by the journal's face, which reads the whole core: most commands only ask the server.
import { liveHolder } from '../../server/journal/lock.ts';

export const directory = resolve(process.env.DATA_DIR ?? 'data');

/** Its message is all that the person sees. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
/** Nobody listens where the server said it would. */
export class ServerGone extends CommandFailed {}

/** The commands of one area by noun and verb; each answers what is printed as one JSON object. */
export interface CommandArea {
  /** Lines of the usage, each a command with its options. */
  readonly usage: string;
  readonly commands: Readonly<Record<string, (args: string[]) => Promise<unknown>>>;
}

interface RunningServer {
  /** Of the operators' listener. */
  readonly url: string;
  readonly operatorToken: string;
}

/** Null if no server runs. A file left by a killed server may name a port that another program uses by now, which must not get the token. */
export function findServer(): RunningServer | null {
  const path = join(directory, 'server.json');
  if (!existsSync(path)) return null;
  const { operatorUrl, pid } = JSON.parse(readFileSync(path, 'utf8')) as { operatorUrl: string; pid: number };
  if (liveHolder(directory) !== pid) return null;
  const own = process.env.OPERATOR_TOKEN?.trim();
  return { url: operatorUrl, operatorToken: own || readFileSync(join(directory, 'operator-token'), 'utf8').trim() };
}

export async function call<Data>(method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<Data> {
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

/**
 * Options as `parse` reads them with `parseArgs`, in one sentence where it refuses. What begins with a minus and a digit is
 * the value of the option before it, which `parseArgs` would take for another option.
 */
export function readOptions<Parsed>(args: readonly string[], parse: (args: string[]) => Parsed): Parsed {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    if (/^-[0-9.]/.test(arg) && /^--[^=]+$/.test(before)) joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  try {
    return parse(joined);
  } catch (error) {
    // The text after the first sentence is advice for programmers.
    throw new CommandFailed(`${(error as Error).message.split(/[.\n]/, 1)[0]}.`);
  }
}

/** All of them are needed: they are named in the usage. */
export function readStrings<Name extends string>(
  args: string[],
  names: readonly Name[],
  free: readonly string[] = [],
): Record<Name, string> & Record<string, string | undefined> {
  const options = Object.fromEntries([...names, ...free].map((name) => [name, { type: 'string' as const }]));
  const values = readOptions(args, (joined) => parseArgs({ args: joined, options })).values as Record<
    string,
    string | undefined
  >;
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new CommandFailed(`${missing.map((name) => `--${name}`).join(' and ')} must be given.`);
  return values as Record<Name, string> & Record<string, string | undefined>;
}

/** The value of an option that counts or names something. */
export function readWhole(option: string, text: string): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(value))
    throw new CommandFailed(`--${option} must be a whole number, and "${text}" is none.`);
  return value;
}

/** The value of an option that is an amount: what the server reads, and never a sign. */
export function readAmount(option: string, text: string): string {
  if (!/^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text) || !/[1-9]/.test(text))
    throw new CommandFailed(`--${option} must be a number above 0 such as 12.5, and "${text}" is none.`);
  return text;
}

/** ISO time to milliseconds. */
export function readTime(text: string): number {
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) throw new CommandFailed(`"${text}" is not a time, for instance 2030-01-31T00:00:00Z.`);
  return timeMs;
}

/** `--before N` and `--limit N`: the part of a list that a call answers, as its query. */
export function readPart(args: string[]): URLSearchParams {
  const options = readStrings(args, [], ['before', 'limit']);
  const query = new URLSearchParams();
  for (const name of ['before', 'limit'])
    if (options[name] !== undefined) query.set(name, String(readWhole(name, options[name])));
  return query;
}
