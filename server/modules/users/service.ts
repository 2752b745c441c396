/**
 * Registering and logging in. Logging in does not reveal whether an address has an account, neither by answer nor status nor time.
 * Registering does, by EMAIL_TAKEN: as long as no mail is sent, there is no other way to tell the owner.
 */
import { DAY_MS } from '@agio/contracts/durations';
import type { Caller } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import { DEFAULT_LOCALE } from '@agio/contracts/locales';
import type { AddressCount } from '../../limits/address-count.ts';
import type { Db } from '../../store/index.ts';
import type { DeviceCookies } from './log-in/device-cookie.ts';
import { cleanEmail, emailKey, isEmail } from './email.ts';
import type { Guesser, Guessing } from './log-in/guessing.ts';
import type { HumanCodes, HumanCodeUse } from './log-in/human-codes.ts';
import { isWeakPassword, type Passwords } from './log-in/passwords.ts';
import * as repo from './repo.ts';
import { loginAfterFailures } from './log-in/risk-switches.ts';
import { type Sessions, TOKEN_EXPIRE_HOURS } from './sessions/sessions.ts';

const SETTING_UP_MS = DAY_MS;

/** The user for whom a session is opened. */
interface Owner {
  readonly uid: number;
  readonly tokenExpireHour: number;
}

export interface LoggedIn {
  readonly uid: number;
  readonly token: string;
  /** The cookie by which this browser is known at its next log-in. */
  readonly device: string;
}

export interface Accounts {
  register(email: string, password: string, caller: Caller): Promise<LoggedIn>;
  login(email: string, password: string, caller: Caller): Promise<LoggedIn>;
  /** Opens an account without a session: the command line and the demo's people. */
  create(email: string, password: string): Promise<number>;
  /** The uid of an account opened at most a day ago with this password: one whose setting-up may have been cut short. */
  findNew(email: string, password: string): Promise<number | null>;
}

export interface AccountsOptions {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly humanCodes: HumanCodes;
  readonly guessing: Guessing;
  readonly devices: DeviceCookies;
  /** How many accounts an address makes, and how many passwords of it are looked at; null: any number. */
  readonly registrations: AddressCount | null;
  readonly logins: AddressCount | null;
}

export function createAccounts({
  db,
  passwords,
  sessions,
  humanCodes,
  guessing,
  devices,
  registrations,
  logins,
}: AccountsOptions): Accounts {
  const create = async (
    text: string,
    password: string,
    { locale, ip }: { readonly locale: string; readonly ip: string },
  ): Promise<number> => {
    const email = cleanEmail(text);
    if (!isEmail(email))
      throw new Refusal('BAD_REQUEST', { detail: 'email must be an e-mail address', field: 'email' });
    if (isWeakPassword(password, email)) throw new Refusal('WEAK_PASSWORD');
    const passwordHash = await passwords.hash(password, ip);
    const user = { email, passwordHash, language: locale, tokenExpireHour: TOKEN_EXPIRE_HOURS, nowMs: Date.now() };
    const uid = await repo.insertUser(db, user);
    if (uid === null) throw new Refusal('EMAIL_TAKEN');
    return uid;
  };
  const open = async ({ uid, tokenExpireHour }: Owner, caller: Caller, device: string | null): Promise<LoggedIn> => {
    const token = await sessions.open(uid, tokenExpireHour, caller, caller.sessionId);
    return { uid, token, device: devices.make(uid, device) };
  };

  return {
    create: (email, password) => create(email, password, { locale: DEFAULT_LOCALE, ip: '' }),
    async findNew(email, password) {
      const user = await repo.userByEmail(db, keysOf(email));
      if (!user || Date.now() - user.createdAtMs > SETTING_UP_MS) return null;
      return (await passwords.verify(password, user.passwordHash, '')) ? user.uid : null;
    },
    async register(email, password, caller) {
      // Before the hash, which costs the most; whether the address is taken is told after it.
      const seconds = registrations?.take(caller.ip, Date.now()) ?? 0;
      if (seconds > 0) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds });
      const uid = await create(email, password, caller);
      return await open({ uid, tokenExpireHour: TOKEN_EXPIRE_HOURS }, caller, null);
    },
    async login(email, password, caller) {
      const user = await repo.userByEmail(db, keysOf(email));
      // A browser that logged in to this account before is counted apart: a stranger's guesses cannot lock the owner out.
      const device = devices.read(caller.deviceCookie, user?.uid ?? 0);
      const guesser = { emailKey: emailKey(email), device, ip: caller.ip };
      const most = await loginAfterFailures(db);
      if (most > 0 && (await guessing.recent(guesser)) >= most)
        await humanCodes.require(caller, verificationOf(guesser, user?.uid));
      const attempt = await guessing.begin(guesser);
      const nowMs = Date.now();
      // Log-ins of a known browser are counted apart, so that its owner gets in whatever strangers do at the same address.
      const counted = device === null ? caller.ip : `device ${device}`;
      const seconds = logins?.take(counted, nowMs) ?? 0;
      if (seconds > 0) {
        await attempt.undo();
        throw new Refusal('TOO_MANY_ATTEMPTS', { seconds });
      }
      const isRight = await passwords.verify(password, user?.passwordHash ?? null, caller.ip).catch(async (error) => {
        logins?.undo(counted, nowMs);
        await attempt.undo();
        throw error;
      });
      if (!user || !isRight) throw new Refusal('WRONG_CREDENTIALS');
      await attempt.succeeded();
      const { uid, passwordHash } = user;
      if (passwords.isOutdated(passwordHash))
        await repo.updatePasswordHash(db, uid, await passwords.hash(password, caller.ip));
      return await open(user, caller, device);
    },
  };
}

/** It counts for the address; of a browser that the account knows for the account, so that strangers at the address cannot stop its owner. */
function verificationOf({ emailKey: subject, device, ip }: Guesser, uid: number | undefined): HumanCodeUse {
  return { action: 'login', subject, countedAs: device === null ? ip : `account ${uid}` };
}

/** The keys under which an address is searched: the present one, and the one of older releases. */
export function keysOf(email: string): readonly string[] {
  return [email.trim().toLowerCase(), emailKey(email)];
}
