/** The database remembers which secret key its passwords and API secrets were made with. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../store/index.ts';
import { decryptText, deriveKey } from './secrets.ts';

const SENTENCE =
  'SECRET_KEY is not the one that this database was made with: nobody could log in, and API keys could not be read. ' +
  'Set the SECRET_KEY of before (without one in the environment it is in the file secret-key of DATA_DIR).';

export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
}

/** The key that API secrets are encrypted with, derived from SECRET_KEY. */
export const apiSecretsKey = (secretKey: string): Buffer => deriveKey(secretKey, 'api key secrets');

/**
 * Stores a check value at the first start; throws WrongSecretKey if the database was made with another key, or if it has accounts and
 * nothing in it tells which key it was made with and the operator does not either (`isCertain`).
 */
export async function checkSecretKey(db: Db, secretKey: string, isCertain = false): Promise<void> {
  const value = createHmac('sha256', deriveKey(secretKey, 'key check')).update('agio').digest('hex');
  const known = await db.selectFrom('key_check').select('value').executeTakeFirst();
  if (known === undefined) await checkWithoutValue(db, secretKey, isCertain);
  await db
    .insertInto('key_check')
    .values({ value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await db.selectFrom('key_check').select('value').executeTakeFirstOrThrow();
  if (!timingSafeEqual(Buffer.from(kept.value), Buffer.from(value))) throw new WrongSecretKey(SENTENCE);
}

/** A database that is new, or that is older than the check value, or has lost it: whether its API secrets can be decrypted tells. */
async function checkWithoutValue(db: Db, secretKey: string, isCertain: boolean): Promise<void> {
  const row = await db.selectFrom('api_keys').select(['api_key', 'secret_encrypted']).limit(1).executeTakeFirst();
  if (row !== undefined) {
    if (!isReadable(row, secretKey)) throw new WrongSecretKey(SENTENCE);
    return;
  }
  const someone = await db.selectFrom('users').select('uid').limit(1).executeTakeFirst();
  if (someone !== undefined && !isCertain) throw new WrongSecretKey(WITHOUT_RECORD);
}

const WITHOUT_RECORD =
  'This database has accounts, and no record of the SECRET_KEY that it was made with. With another one nobody could log in. ' +
  'If SECRET_KEY is certainly the one of before, start once with SECRET_KEY_IS_CERTAIN=1: it is recorded then.';

interface ApiSecret {
  readonly api_key: string;
  readonly secret_encrypted: string;
}

function isReadable(row: ApiSecret, secretKey: string): boolean {
  try {
    decryptText(apiSecretsKey(secretKey), row.secret_encrypted, row.api_key);
    return true;
  } catch {
    // Another key, or a damaged row: either way the secrets cannot be read with this key.
    return false;
  }
}
