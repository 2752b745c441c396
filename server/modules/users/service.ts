/**
 * Registering and logging in. Logging in tells nobody whether an address has an account, neither by answer nor status nor
 * time. Registering does, by EMAIL_TAKEN: until mail is sent there is no other way to tell its owner.
 */
import type { Caller } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import { DEFAULT_LOCALE } from '@agio/contracts/locales';
import type { Db } from '../../store/index.ts';
import type { HumanCodes } from './human-codes.ts';
import { isWeakPassword, type Passwords } from './passwords.ts';
import * as repo from './repo.ts';
import { loginAfterFailures } from './risk-switches.ts';
import { hashToken } from './secrets.ts';
import type { Sessions } from './sessions.ts';

export const TRY_WINDOW_MS = 15 * 60_000;
const TRIES = 10;
const SETTING_UP_MS = 24 * 3_600_000;
const TOKEN_EXPIRE_HOURS = 72;

export interface LoggedIn {
  readonly uid: number;
  readonly token: string;
}

export interface Accounts {
  register(email: string, password: string, caller: Caller): Promise<LoggedIn>;
  login(email: string, password: string, caller: Caller): Promise<LoggedIn>;
  /** Opens an account without a session: the command line and the demo's people. */
  create(email: string, password: string, language?: string): Promise<number>;
  /** The uid of an account opened at most a day ago with this password: one whose setting-up may have been cut short. */
  findNew(email: string, password: string): Promise<number | null>;
}

export function createAccounts(db: Db, passwords: Passwords, sessions: Sessions, humanCodes: HumanCodes): Accounts {
  const create = async (email: string, password: string, language = DEFAULT_LOCALE): Promise<number> => {
    if (isWeakPassword(password, email)) throw new Refusal('WEAK_PASSWORD');
    const passwordHash = await passwords.hash(password);
    const user = {
      email: email.trim(),
      passwordHash,
      language,
      tokenExpireHour: TOKEN_EXPIRE_HOURS,
      nowMs: Date.now(),
    };
    const uid = await repo.insertUser(db, user);
    if (uid === null) throw new Refusal('EMAIL_TAKEN');
    return uid;
  };
  const open = async (uid: number, tokenExpireHour: number, caller: Caller): Promise<LoggedIn> => {
    await repo.rememberAddress(db, uid, caller.ip, Date.now());
    return { uid, token: await sessions.open(uid, tokenExpireHour, caller, caller.sessionId) };
  };

  return {
    create,
    async findNew(email, password) {
      const user = (await repo.userForLogin(db, email.trim(), ''))?.user;
      if (!user || Date.now() - user.createdAtMs > SETTING_UP_MS) return null;
      return (await passwords.verify(password, user.passwordHash)) ? user.uid : null;
    },
    async register(email, password, caller) {
      const uid = await create(email, password, caller.locale);
      return await open(uid, TOKEN_EXPIRE_HOURS, caller);
    },
    async login(email, password, caller) {
      const found = await repo.userForLogin(db, email.trim(), caller.ip);
      // Who logged in from here before is counted apart: a stranger's guesses cannot lock the owner out.
      const counter = hashToken(`login ${email.trim().toLowerCase()}${found?.isKnownAddress ? ` ${caller.ip}` : ''}`);
      const most = await loginAfterFailures(db);
      if (most > 0 && (await repo.countRecentTries(db, counter, Date.now() - TRY_WINDOW_MS)) >= most)
        await humanCodes.require(caller, { action: 'login', subject: email.trim().toLowerCase() });
      await countOrRefuse(db, counter);
      const isRight = await passwords.verify(password, found?.user.passwordHash ?? null);
      if (!found || !isRight) throw new Refusal('WRONG_CREDENTIALS');
      await repo.forgetTries(db, counter);
      const { uid, passwordHash, tokenExpireHour } = found.user;
      if (passwords.isOutdated(passwordHash)) await repo.updatePasswordHash(db, uid, await passwords.hash(password));
      return await open(uid, tokenExpireHour, caller);
    },
  };
}

async function countOrRefuse(db: Db, counter: string): Promise<void> {
  const now = Date.now();
  if (await repo.countTry(db, counter, now, TRY_WINDOW_MS, TRIES)) return;
  const oldest = await repo.oldestTry(db, counter, now - TRY_WINDOW_MS);
  throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: Math.max(1, Math.ceil((oldest + TRY_WINDOW_MS - now) / 1000)) });
}
