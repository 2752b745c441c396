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

/** Stores a check value at the first start; throws WrongSecretKey if the database was made with another key. */
export async function checkSecretKey(db: Db, secretKey: string): Promise<void> {
  const value = createHmac('sha256', deriveKey(secretKey, 'key check')).update('agio').digest('hex');
  const known = await db.selectFrom('key_check').select('value').executeTakeFirst();
  // A database of an older release has no check value: whether its API secrets can be decrypted tells.
  if (known === undefined && !(await readsSecrets(db, secretKey))) throw new WrongSecretKey(SENTENCE);
  await db
    .insertInto('key_check')
    .values({ value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await db.selectFrom('key_check').select('value').executeTakeFirstOrThrow();
  if (!timingSafeEqual(Buffer.from(kept.value), Buffer.from(value))) throw new WrongSecretKey(SENTENCE);
}

/** Whether the key decrypts what the database has encrypted; true where nothing is encrypted yet. */
async function readsSecrets(db: Db, secretKey: string): Promise<boolean> {
  const row = await db.selectFrom('api_keys').select(['api_key', 'secret_encrypted']).limit(1).executeTakeFirst();
  if (row === undefined) return true;
  try {
    decryptText(apiSecretsKey(secretKey), row.secret_encrypted, row.api_key);
    return true;
  } catch {
    // Another key, or a damaged row: either way the secrets cannot be read with this key.
    return false;
  }
}
