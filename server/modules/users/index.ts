/** Users: accounts, passwords, sessions, tokens for sockets, API keys. Who a caller is gets decided here. */
import { HOUR_MS } from '@agio/contracts/durations';
import type { ApiKeyScope } from '@agio/contracts/endpoint';
import type { Module } from '../module.ts';
import type { Store } from '../../store/index.ts';
import { createAddressCount } from '../../limits/address-count.ts';
import { type ApiKeys, createApiKeys, type NewApiKey } from './keys/api-keys.ts';
import { createDeviceCookies } from './log-in/device-cookie.ts';
import type { FeeTier } from '@agio/core';
import { feeTierOf, feeTiersProjection } from './ledger/fee-tiers.ts';
import { createGuessing } from './log-in/guessing.ts';
import { humanCodeRoutes } from './log-in/human-code-routes.ts';
import { createHumanCodes, HUMAN_CODE_LIFE_MS } from './log-in/human-codes.ts';
import { apiSecretsKey, checkSecretKey } from './secret-key-check.ts';
import { bindUsersToLedger, ledgerUsersProjection } from './ledger/ledger-users.ts';
import { createPasswords } from './log-in/passwords.ts';
import { emailsOf, renewEmailKeys, userByEmail } from './repo.ts';
import { userRoutes } from './routes.ts';
import { deriveKey } from './secrets.ts';
import { type Accounts, createAccounts, keysOf } from './service.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';

export type { NewApiKey } from './keys/api-keys.ts';
export { spotRatesOf } from './ledger/fee-tiers.ts';
export { uidsOf } from './ledger/ledger-users.ts';
export { endAccess, type EndedAccess } from './sessions/end-access.ts';
export { addLostOwners, type LostOwner } from './ledger/lost-owners.ts';
export { deriveKey } from './secrets.ts';

export interface Users extends Module {
  /** Throws WrongSecretKey unless the database was made with this key. */
  checkDatabase(): Promise<void>;
  /**
   * Gives accounts of older releases the unique address keys of this release. Throws UsersMissing unless the database belongs to
   * the journal.
   */
  prepare(): Promise<void>;
  /** Identifies the sender of a request. */
  readonly authority: {
    readonly knownUid: Sessions['knownUid'];
    readonly session: Sessions['resolve'];
    readonly apiKey: ApiKeys['verifyKey'];
    readonly signed: ApiKeys['verifySigned'];
  };
  readonly spendExchangeToken: Sessions['spendExchangeToken'];
  readonly liveSessions: Sessions['live'];
  readonly onSessionEnded: Sessions['onEnded'];
  readonly liveApiKeys: ApiKeys['live'];
  readonly onApiKeyDeleted: ApiKeys['onDeleted'];
  readonly verifyKey: ApiKeys['verifyKey'];
  readonly verifySignedParams: ApiKeys['verifySignedParams'];
  /** Opens an account; throws a Refusal when the address is taken or the password weak. */
  createUser(email: string, password: string): Promise<number>;
  /** The uid of an account opened at most a day ago with this password. */
  readonly findNewUser: Accounts['findNew'];
  /** Password hashes begun since the start, and those that wait. */
  passwordHashes(): { readonly begun: number; readonly waiting: number };
  findUser(email: string): Promise<number | null>;
  emailsOf(uids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Soon after the journal has it; a read for display. */
  feeTierOf(uid: number): Promise<FeeTier>;
  countApiKeys(uid: number): Promise<number>;
  createApiKey(uid: number, label: string, scopes: readonly ApiKeyScope[]): Promise<NewApiKey>;
  /** A fresh session's token, for the operator's command line and tests. */
  createSession(uid: number): Promise<string>;
}

export interface UsersOptions {
  readonly store: Store;
  /** Encrypts API secrets and peppers passwords; losing it loses both. */
  readonly secretKey: string;
  /** True takes the key's word for a database without a record of its own. */
  readonly isSecretKeyCertain?: boolean;
  /** False: wrong passwords are counted by account and device alone, log-ins and new accounts not at all. */
  readonly hasRateLimits: boolean;
}

/** Enough for an office or a meeting; thousands of accounts would take days. */
const NEW_ACCOUNTS = { ofAddress: 20, ofNetwork: 200, windowMs: HOUR_MS };
/** Right passwords count as well, since each costs a hash. Enough for an office in which each person logs in more than once. */
const LOGINS = { ofAddress: 200, ofNetwork: 1_000, windowMs: 15 * 60_000 };
/** As many as log-ins, within the time for which one is kept. */
const VERIFICATIONS = { ofAddress: 200, ofNetwork: 1_000, windowMs: HUMAN_CODE_LIFE_MS };
const CONSOLE_CLIENT = { ip: '', userAgent: 'operator command line' };
const CONSOLE_SESSION_HOURS = 72;

export function createUsers({ store, secretKey, isSecretKeyCertain = false, hasRateLimits }: UsersOptions): Users {
  const { db } = store;
  const passwords = createPasswords(deriveKey(secretKey, 'password pepper'));
  const sessions = createSessions(db);
  const apiKeys = createApiKeys(db, apiSecretsKey(secretKey));
  const humanCodes = createHumanCodes(db, hasRateLimits ? createAddressCount(VERIFICATIONS) : null);
  const guessing = createGuessing(db, hasRateLimits);
  const devices = createDeviceCookies(deriveKey(secretKey, 'device cookies'));
  const registrations = hasRateLimits ? createAddressCount(NEW_ACCOUNTS) : null;
  const logins = hasRateLimits ? createAddressCount(LOGINS) : null;
  const accounts = createAccounts({ db, passwords, sessions, humanCodes, guessing, devices, registrations, logins });
  return {
    routes: [...userRoutes(db, accounts, sessions, apiKeys), ...humanCodeRoutes(db, humanCodes)],
    projections: [ledgerUsersProjection, feeTiersProjection],
    checkDatabase: () => checkSecretKey(db, secretKey, isSecretKeyCertain),
    async prepare() {
      await renewEmailKeys(db);
      await bindUsersToLedger(db);
    },
    authority: {
      knownUid: sessions.knownUid,
      session: sessions.resolve,
      apiKey: apiKeys.verifyKey,
      signed: apiKeys.verifySigned,
    },
    spendExchangeToken: sessions.spendExchangeToken,
    liveSessions: sessions.live,
    onSessionEnded: sessions.onEnded,
    liveApiKeys: apiKeys.live,
    onApiKeyDeleted: apiKeys.onDeleted,
    verifyKey: apiKeys.verifyKey,
    verifySignedParams: apiKeys.verifySignedParams,
    createUser: (email, password) => accounts.create(email, password),
    findNewUser: accounts.findNew,
    passwordHashes: passwords.counts,
    countApiKeys: async (uid) => (await apiKeys.list(uid)).length,
    findUser: async (email) => (await userByEmail(db, keysOf(email)))?.uid ?? null,
    emailsOf: (uids) => emailsOf(db, uids),
    feeTierOf: (uid) => feeTierOf(db, uid),
    createApiKey: apiKeys.create,
    createSession: (uid) => sessions.open(uid, CONSOLE_SESSION_HOURS, CONSOLE_CLIENT, ''),
  };
}
