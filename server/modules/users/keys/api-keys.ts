/** API keys: made, listed, deleted, and checked on every call of the dialect. A key's secret is shown once. */
import type { ApiKeyScope } from '@agio/contracts/endpoint';
import { DialectError, Refusal } from '@agio/contracts/errors';
import { lockedWritesOf } from '../../../limits/locked-writes.ts';
import type { Db } from '../../../store/index.ts';
import * as repo from './api-key-repo.ts';
import { createReadCache } from '../cached-reads/read-cache.ts';
import { staleReadWhileAway } from '../cached-reads/stale-reads.ts';
import { isListed, readIpList } from './ip-list.ts';
import { decryptText, encryptText, newKeyText } from '../secrets.ts';
import { monotonicMs } from '../../../system/clock.ts';
import { checkSignature, checkWindow, type SignedPayload, sortedPayloadOf } from './signed.ts';

const KEY_LENGTH = 64;
const KEY = /^[A-Za-z0-9]{64}$/;
const MAX_KEYS = 30;
/** A key that was deleted by another process may still be accepted here for this long. */
const CACHE_MS = 1_000;
const CACHE_SIZE = 10_000;
const MARK_USED_EVERY_MS = 60_000;

export interface KeyCaller {
  readonly uid: number;
  readonly keyId: number;
}

export interface NewApiKey {
  readonly id: number;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface ApiKeys {
  /** `ipList`: addresses and networks from where it may be used; left out, from anywhere. */
  create(uid: number, label: string, scopes: readonly ApiKeyScope[], ipList?: readonly string[]): Promise<NewApiKey>;
  /** Sets from where a key may be used, from now on. */
  restrict(uid: number, id: number, ipList: readonly string[]): Promise<string[]>;
  list(uid: number): Promise<repo.ApiKeyRow[]>;
  delete(uid: number, id: number): Promise<void>;
  /** Which of these keys, by name, exist, as the database knows it: another server may have deleted some. */
  live(apiKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called with the name of each key that is deleted here, so that its sockets close. */
  onDeleted(listener: (apiKey: string) => void): void;
  /** Verifies a call that needs only the key's name. Throws the dialect's errors. */
  verifyKey(apiKey: string, ip: string): Promise<KeyCaller>;
  /** Verifies a signed HTTP call. */
  verifySigned(request: SignedRequest): Promise<KeyCaller>;
  /** Verifies a signed websocket request, whose key is among its parameters. */
  verifySignedParams(params: Readonly<Record<string, unknown>>, scope: ApiKeyScope, ip: string): Promise<KeyCaller>;
}

export interface SignedRequest extends SignedPayload {
  readonly apiKey: string;
  readonly scope: ApiKeyScope;
  /** The address it comes from. */
  readonly ip: string;
}

interface KnownKey {
  readonly row: repo.ApiKeyRow;
  readonly secret: string;
  /** By `monotonicMs`. */
  readonly readAt: number;
}

const refused = (): DialectError => new DialectError(401, -2015, 'Invalid API-key, IP, or permissions for action.');

export function createApiKeys(db: Db, encryptionKey: Buffer): ApiKeys {
  const cache = createReadCache<KnownKey>(CACHE_SIZE);
  const usedAt = new Map<number, number>();
  const listeners: ((apiKey: string) => void)[] = [];

  const read = async (apiKey: string): Promise<KnownKey> => {
    if (!KEY.test(apiKey)) throw new DialectError(401, -2014, 'API-key format invalid.');
    const readAt = monotonicMs();
    const cached = cache.get(apiKey);
    if (cached && readAt - cached.readAt < CACHE_MS) return cached;
    const keep = cache.asking();
    const row = await repo.apiKeyByName(db, apiKey).catch(staleReadWhileAway(cached?.row));
    if (!row) {
      cache.drop(apiKey);
      throw refused();
    }
    const secret = cached?.row.id === row.id ? cached.secret : decryptText(encryptionKey, row.secretEncrypted, apiKey);
    const known = { row, secret, readAt };
    keep(apiKey, known);
    return known;
  };
  const used = (id: number): void => {
    const now = Date.now();
    if (now - (usedAt.get(id) ?? 0) < MARK_USED_EVERY_MS) return;
    if (usedAt.size >= CACHE_SIZE) usedAt.clear();
    usedAt.set(id, now);
    // Only shown to the key's owner: no call waits for this write or fails with it.
    repo.markApiKeyUsed(db, id, now).catch(() => usedAt.delete(id));
  };
  const verify = async ({ apiKey, scope, ip, ...signed }: SignedRequest): Promise<KeyCaller> => {
    const { row, secret } = await read(apiKey);
    checkWindow(signed, Date.now());
    checkSignature(signed, secret);
    if (!row.scopes.includes(scope)) throw refused();
    if (!isListed(row.ipList, ip)) throw refused();
    used(row.id);
    return { uid: row.uid, keyId: row.id };
  };

  return {
    async create(uid, label, scopes, ips = []) {
      const ipList = readIpList(ips);
      const apiKey = newKeyText(KEY_LENGTH);
      const apiSecret = newKeyText(KEY_LENGTH);
      const secretEncrypted = encryptText(encryptionKey, apiSecret, apiKey);
      const key = {
        uid,
        label,
        apiKey,
        secretEncrypted,
        scopes: [...new Set(scopes)],
        ipList,
        createdAtMs: Date.now(),
      };
      const id = await lockedWritesOf(db).run(uid, () => repo.insertApiKey(db, key, MAX_KEYS));
      if (id === null) throw new Refusal('TOO_MANY_KEYS');
      return { id, apiKey, apiSecret };
    },
    async restrict(uid, id, ips) {
      const ipList = readIpList(ips);
      const apiKey = await repo.updateIpList(db, { uid, id, ipList });
      if (apiKey === null) throw new Refusal('NOT_FOUND');
      cache.forget(apiKey);
      return ipList;
    },
    list: (uid) => repo.listApiKeys(db, uid),
    async delete(uid, id) {
      const apiKey = await repo.deleteApiKey(db, uid, id);
      if (apiKey === null) throw new Refusal('NOT_FOUND');
      cache.forget(apiKey);
      for (const listener of listeners) listener(apiKey);
    },
    live: async (apiKeys) => new Set(await repo.existingKeys(db, apiKeys)),
    onDeleted: (listener) => void listeners.push(listener),
    async verifyKey(apiKey, ip) {
      const { row } = await read(apiKey);
      if (!isListed(row.ipList, ip)) throw refused();
      return { uid: row.uid, keyId: row.id };
    },
    verifySigned: verify,
    verifySignedParams(params, scope, ip) {
      const apiKey = typeof params['apiKey'] === 'string' ? params['apiKey'] : '';
      return verify({ apiKey, scope, ip, ...sortedPayloadOf(params) });
    },
  };
}
