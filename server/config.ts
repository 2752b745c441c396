/** The only reader of the environment. Every setting is optional; a wrong one is a sentence and a non-zero exit. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compile } from '@fastify/proxy-addr';
import { type PagePath, PAGES } from '@agio/contracts/pages';
import { parseBackupKey } from './backup/key.ts';
import { isDiskFull } from './system/disk-full.ts';
import { writeDurably } from './system/durable-file.ts';

export interface Config {
  readonly port: number;
  /** Where operators call; 0: any free port. */
  readonly operatorPort: number;
  readonly operatorHost: string;
  /** Addresses to listen on. */
  readonly hosts: readonly string[];
  readonly dataDirectory: string;
  readonly databaseUrl: string;
  readonly isDemo: boolean;
  /** Origins whose pages may call us; the first is the site's own. */
  readonly publicUrl: string;
  readonly origins: readonly string[];
  /** Reverse proxies whose word on a visitor's address is believed: addresses, networks, or names of networks. */
  readonly trustedProxies: readonly string[];
  /** 32 bytes: encrypts secrets at rest. */
  readonly secretKey: Buffer;
  /** An operator's word, for one start, that it is the key of a database which has lost its record of it. */
  readonly isSecretKeyCertain: boolean;
  /** The token in DATA_DIR, of the operator called `operator`: for the administrator of the machine. */
  readonly operatorToken: string;
  /** All operators, that one first. */
  readonly operators: readonly { readonly name: string; readonly token: string }[];
  readonly product: string;
  /** Pages that are switched off; every visitor is sent to /404. */
  readonly offlinePages: readonly PagePath[];
  readonly hasRateLimits: boolean;
  /** Off only to measure what rendering every page anew costs. */
  readonly hasPageCache: boolean;
  readonly segmentBytes: number;
  readonly snapshotEvery: number;
  /** Market makers of the demo; off in tests that want a still market. */
  readonly hasDemoMarket: boolean;
  /** Venues whose prices make the index of contracts, with their weights; none: the demo's own, where there is a demo. */
  readonly indexSources: readonly { readonly venue: string; readonly weight: number }[];
  /** The support chat: the site's own, a third-party script, or none. */
  readonly chat: { readonly kind: 'own' | 'script' | 'off'; readonly scriptUrl: string };
  /** Other origins that pages may load from, for the script of the support chat. */
  readonly chatOrigins: readonly string[];
  /** A second folder for the journal, and the key of backups; null: it is not shipped. */
  readonly shipping: { readonly folder: string; readonly backupKey: Buffer } | null;
  readonly logLevel: string;
  readonly release: string;
}

/** Room for a journal segment, the database and its log. */
const LEAST_FREE_BYTES = 200 * 1024 * 1024;
/** The name of the operator whose token lies in DATA_DIR. */
const OPERATOR_OF_THE_MACHINE = 'operator';
const LEAST_TOKEN_LENGTH = 32;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment, makes DATA_DIR and the demo's secrets in it. */
export function readConfig(environment: Environment = process.env): Config {
  const isDemo = readSwitch(environment, 'DEMO', true);
  const port = readInteger(environment, 'PORT', 3000, 1, 65_535);
  const dataDirectory = resolve(environment.DATA_DIR ?? 'data');
  const publicUrl = environment.PUBLIC_URL?.replace(/\/$/, '') ?? '';
  const rateLimits = readSwitch(environment, 'RATE_LIMITS', true);
  if ((environment.ROLES ?? 'all') !== 'all')
    throw new ConfigError(`ROLES=${environment.ROLES} is not available in this release. Leave ROLES unset.`);
  if (environment.NATS_URL)
    throw new ConfigError('NATS_URL: replication is not available in this release. Leave NATS_URL unset.');
  if (!isDemo && (!environment.SECRET_KEY || !publicUrl)) {
    throw new ConfigError(
      'Without DEMO, SECRET_KEY (64 hexadecimal digits) and PUBLIC_URL (https://your.name) must be set.',
    );
  }
  if (!isDemo && !publicUrl.startsWith('https://'))
    throw new ConfigError(
      `PUBLIC_URL=${publicUrl} is not https. Without DEMO people log in with money behind it: use https://your.name.`,
    );
  if (!isDemo && !rateLimits) throw new ConfigError('RATE_LIMITS=off works only with DEMO=1.');
  if (publicUrl && !/^https?:\/\/[^/\s]+$/.test(publicUrl))
    throw new ConfigError(`PUBLIC_URL=${publicUrl} is not an origin. Use the form https://your.name without a path.`);
  const chat = readChat(environment.CHAT);
  const chatOrigins = readChatOrigins(environment.CHAT_ORIGINS);
  makeDataDirectory(dataDirectory, !environment.DATABASE_URL);
  const operatorToken = readOrMakeSecret(join(dataDirectory, 'operator-token'));
  const loopback = [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`];
  return {
    port,
    operatorPort: readInteger(environment, 'OPERATOR_PORT', port < 65_535 ? port + 1 : port - 1, 0, 65_535),
    operatorHost: environment.OPERATOR_HOST || '127.0.0.1',
    hosts: environment.HOST ? [environment.HOST] : ['127.0.0.1', '::1'],
    dataDirectory,
    databaseUrl: environment.DATABASE_URL ?? '',
    isDemo,
    publicUrl: publicUrl || loopback[0]!,
    origins: publicUrl ? [publicUrl] : loopback,
    trustedProxies: readTrustedProxies(environment.TRUSTED_PROXIES),
    secretKey: readSecretKey(environment, dataDirectory),
    isSecretKeyCertain: readSwitch(environment, 'SECRET_KEY_IS_CERTAIN', false),
    operatorToken,
    operators: readOperators(environment.OPERATOR_TOKENS, operatorToken),
    product: environment.PRODUCT ?? 'agio',
    offlinePages: readOfflinePages(environment.OFFLINE_PAGES),
    hasRateLimits: rateLimits,
    hasPageCache: readSwitch(environment, 'PAGE_CACHE', true),
    segmentBytes: readInteger(environment, 'SEGMENT_BYTES', 32 * 1024 * 1024, 64 * 1024, 1024 * 1024 * 1024),
    snapshotEvery: readInteger(environment, 'SNAPSHOT_EVERY', 200_000, 1, Number.MAX_SAFE_INTEGER),
    hasDemoMarket: isDemo && readSwitch(environment, 'DEMO_MARKET', true),
    indexSources: readIndexSources(environment.INDEX_SOURCES),
    chat,
    chatOrigins: chat.kind === 'script' ? chatOrigins : [],
    shipping: readShipping(environment),
    logLevel: environment.LOG_LEVEL ?? 'info',
    release: readRelease(),
  };
}

/** "kraken:2,okx": venues by their ids in ccxt, each with a weight (1 unless said). */
function readIndexSources(text = ''): { venue: string; weight: number }[] {
  return text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const match = /^([a-z0-9]+)(?::([1-9][0-9]{0,5}))?$/.exec(entry.trim());
      if (match === null)
        throw new ConfigError(`INDEX_SOURCES: "${entry.trim()}" is not of the form venue or venue:weight.`);
      return { venue: match[1]!, weight: Number(match[2] ?? 1) };
    });
}

/** "loopback,10.0.0.0/8,fd00::1": who may say in X-Forwarded-For whom a request comes from. */
function readTrustedProxies(text = ''): string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    try {
      compile(entry);
    } catch {
      throw new ConfigError(
        `TRUSTED_PROXIES: "${entry}" is neither an address (10.0.0.1), nor a network (10.0.0.0/8), nor loopback.`,
      );
    }
  }
  return entries;
}

/** "ann:TOKEN,bob:TOKEN", with the operator of DATA_DIR before them. No sentence about a wrong one has a token in it. */
function readOperators(text = '', ownToken: string): { name: string; token: string }[] {
  const operators = [{ name: OPERATOR_OF_THE_MACHINE, token: ownToken }];
  const wrong = (sentence: string): ConfigError => new ConfigError(`OPERATOR_TOKENS: ${sentence}`);
  for (const [at, entry] of text.split(',').entries()) {
    if (entry.trim() === '') continue;
    const [, name, token] = /^([a-z0-9][a-z0-9._-]{0,31}):([\x21-\x7e]+)$/.exec(entry.trim()) ?? [];
    if (name === undefined || token === undefined)
      throw wrong(
        `entry ${at + 1} is not of the form name:token, with a name of at most 32 small letters, digits, dots and dashes.`,
      );
    if (token.length < LEAST_TOKEN_LENGTH)
      throw wrong(
        `the token of ${name} has ${token.length} characters and needs ${LEAST_TOKEN_LENGTH}; make one with: openssl rand -hex 32`,
      );
    if (name === OPERATOR_OF_THE_MACHINE)
      throw wrong(`the name ${name} is that of the token in DATA_DIR; use another.`);
    if (operators.some((other) => other.name === name)) throw wrong(`${name} stands there twice; each name may once.`);
    const same = operators.find((other) => other.token === token);
    if (same) throw wrong(`${same.name} and ${name} have the same token; give everybody one of their own.`);
    operators.push({ name, token });
  }
  return operators;
}

/** "/market,/activity/normal/:activity": pages by their paths in the table of all pages. */
function readOfflinePages(text = ''): PagePath[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const page = PAGES.find(({ path }) => path === entry);
      if (page === undefined || page.path === '/404')
        throw new ConfigError(
          `OFFLINE_PAGES: "${entry}" is no page that can be switched off. Write its path as in contracts/pages.ts.`,
        );
      return page.path;
    });
}

/** `own`, `off`, or the address of a script. */
function readChat(text = 'own'): Config['chat'] {
  if (text === '' || text === 'own') return { kind: 'own', scriptUrl: '' };
  if (text === 'off') return { kind: 'off', scriptUrl: '' };
  if (/^(?:https:\/\/[^/\s"'<>]+)?\/[^/\s"'<>][^\s"'<>]*$/.test(text)) return { kind: 'script', scriptUrl: text };
  throw new ConfigError(`CHAT=${text} is none of own, off, and the https address of a script.`);
}

/** "https://chat.example,https://*.chat.example": they stand in the policy of every page as they are written here. */
function readChatOrigins(text = ''): string[] {
  const origins = text.split(',').map((entry) => entry.trim());
  return origins
    .filter((origin) => origin !== '')
    .map((origin) => {
      if (!/^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::[1-9][0-9]{0,4})?$/i.test(origin))
        throw new ConfigError(
          `CHAT_ORIGINS: "${origin}" is not an https origin. Use the form https://chat.example or https://*.chat.example, without a path.`,
        );
      return origin.toLowerCase();
    });
}

function readShipping(environment: Environment): Config['shipping'] {
  const { SHIP_TO, BACKUP_KEY, BACKUP_KEY_FILE } = environment;
  if (!SHIP_TO) return null;
  if (!BACKUP_KEY && BACKUP_KEY_FILE && !existsSync(BACKUP_KEY_FILE))
    throw new ConfigError(`BACKUP_KEY_FILE=${BACKUP_KEY_FILE}: there is no such file.`);
  const text = BACKUP_KEY || (BACKUP_KEY_FILE ? readFileSync(BACKUP_KEY_FILE, 'utf8') : '');
  try {
    return { folder: resolve(SHIP_TO), backupKey: parseBackupKey(text) };
  } catch (error) {
    throw new ConfigError(`SHIP_TO: ${(error as Error).message}`);
  }
}

function readSwitch(environment: Environment, name: string, otherwise: boolean): boolean {
  const text = environment[name]?.toLowerCase();
  if (text === undefined || text === '') return otherwise;
  if (['1', 'on', 'true', 'yes'].includes(text)) return true;
  if (['0', 'off', 'false', 'no'].includes(text)) return false;
  throw new ConfigError(`${name}=${environment[name]} is neither on nor off. Use 1 or 0.`);
}

function readInteger(environment: Environment, name: string, otherwise: number, least: number, most: number): number {
  const text = environment[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value < least || value > most)
    throw new ConfigError(`${name}=${text} is not a whole number from ${least} to ${most}.`);
  return value;
}

function makeDataDirectory(directory: string, isEmbedded: boolean): void {
  try {
    const isMade = mkdirSync(directory, { recursive: true, mode: 0o711 }) !== undefined;
    mkdirSync(join(directory, 'journal'), { recursive: true, mode: 0o700 });
    // Folders that an older release made are closed too, where they belong to this user.
    const { uid, mode } = statSync(directory);
    if (uid === process.getuid?.()) {
      // Under root the embedded PostgreSQL runs as another user, which must pass through this folder without reading it.
      // In all other cases no other user needs access, and a folder that the operator closed stays closed.
      const needsWay = isMade || (isEmbedded && uid === 0);
      chmodSync(directory, needsWay ? 0o711 : mode & 0o711);
      chmodSync(join(directory, 'journal'), 0o700);
    }
    writeFileSync(join(directory, '.writable'), '', { mode: 0o600 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (isDiskFull(error))
      throw new ConfigError(`The disk of ${directory} is full. Free some space, or set DATA_DIR to another disk.`);
    throw new ConfigError(
      `${directory} cannot be written (${code}). Give this user the right to write there, or set DATA_DIR to another folder.`,
    );
  }
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < LEAST_FREE_BYTES) {
    throw new ConfigError(
      `The disk of ${directory} is nearly full: ${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free, Agio needs ${LEAST_FREE_BYTES / 1024 / 1024} MB. ` +
        'Free some space, or set DATA_DIR to another disk.',
    );
  }
}

function readSecretKey(environment: Environment, directory: string): Buffer {
  const text = environment.SECRET_KEY ?? readOrMakeSecret(join(directory, 'secret-key'));
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new ConfigError(
      'SECRET_KEY must be 64 hexadecimal digits (32 bytes), for instance from: openssl rand -hex 32',
    );
  return Buffer.from(text, 'hex');
}

function readOrMakeSecret(path: string): string {
  if (!existsSync(path)) writeDurably(path, randomBytes(32).toString('hex'));
  return readFileSync(path, 'utf8').trim();
}

function readRelease(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
