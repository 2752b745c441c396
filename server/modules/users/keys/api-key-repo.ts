/** The table of API keys. */
import { type Db, sql } from '../../../store/index.ts';

export interface ApiKeyRow {
  readonly id: number;
  readonly uid: number;
  readonly label: string;
  readonly apiKey: string;
  readonly secretEncrypted: string;
  readonly scopes: readonly string[];
  /** From where it may be used; empty: from anywhere. */
  readonly ipList: readonly string[];
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

export async function listApiKeys(db: Db, uid: number): Promise<ApiKeyRow[]> {
  const rows = await db.selectFrom('api_keys').selectAll().where('uid', '=', uid).orderBy('id', 'desc').execute();
  return rows.map(toApiKey);
}

export async function apiKeyByName(db: Db, apiKey: string): Promise<ApiKeyRow | null> {
  const row = await db.selectFrom('api_keys').selectAll().where('api_key', '=', apiKey).executeTakeFirst();
  return row ? toApiKey(row) : null;
}

/** Which of these keys exist: one query for all of them. */
export async function existingKeys(db: Db, apiKeys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('api_key')
    .where('api_key', '=', sql<string>`any(${[...apiKeys]}::text[])`)
    .execute();
  return rows.map((row) => row.api_key);
}

type ApiKeyColumns = {
  id: number;
  uid: number;
  label: string;
  api_key: string;
  secret_encrypted: string;
  scopes: string[];
  ip_list: string[];
  created_at_ms: number;
  last_used_at_ms: number | null;
};

function toApiKey(row: ApiKeyColumns): ApiKeyRow {
  return {
    id: row.id,
    uid: row.uid,
    label: row.label,
    apiKey: row.api_key,
    secretEncrypted: row.secret_encrypted,
    scopes: row.scopes,
    ipList: row.ip_list,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  };
}

/** Null when the user has `limit` keys; the user's row is locked, so that parallel calls cannot pass it. */
export async function insertApiKey(
  db: Db,
  key: Omit<ApiKeyRow, 'id' | 'lastUsedAtMs'>,
  limit: number,
): Promise<number | null> {
  return await db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('uid').where('uid', '=', key.uid).forUpdate().executeTakeFirstOrThrow();
    const { count } = await tx
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('uid', '=', key.uid)
      .executeTakeFirstOrThrow();
    if (count >= limit) return null;
    const row = await tx
      .insertInto('api_keys')
      .values({
        uid: key.uid,
        label: key.label,
        api_key: key.apiKey,
        secret_encrypted: key.secretEncrypted,
        scopes: [...key.scopes],
        ip_list: [...key.ipList],
        created_at_ms: key.createdAtMs,
        last_used_at_ms: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

/** The key's name, or null when the user has no such key. */
export async function updateIpList(
  db: Db,
  { uid, id, ipList }: { readonly uid: number; readonly id: number; readonly ipList: readonly string[] },
): Promise<string | null> {
  const row = await db
    .updateTable('api_keys')
    .set({ ip_list: [...ipList] })
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returning('api_key')
    .executeTakeFirst();
  return row?.api_key ?? null;
}

/** The key's name, or null when the user has no such key. */
export async function deleteApiKey(db: Db, uid: number, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('api_keys')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returning('api_key')
    .executeTakeFirst();
  return row?.api_key ?? null;
}

export async function markApiKeyUsed(db: Db, id: number, nowMs: number): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at_ms: nowMs }).where('id', '=', id).execute();
}
