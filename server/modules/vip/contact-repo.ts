/** The table of questions for VIP service. */
import { type Db, type Selectable, type Tx, type VipContactsTable } from '../../store/index.ts';

export type ContactRow = Selectable<VipContactsTable>;

/** When the user asked last, in milliseconds; null: never within what is kept. */
export async function lastSentAt(db: Db | Tx, uid: number): Promise<number | null> {
  const row = await db
    .selectFrom('vip_contacts')
    .select('sent_at_ms')
    .where('uid', '=', uid)
    .orderBy('sent_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sent_at_ms ?? null;
}

/** As lastSentAt, with the user's row locked, so that of two questions sent at once one waits for the other. */
export async function lockedLastSentAt(tx: Tx, uid: number): Promise<number | null> {
  await tx.selectFrom('users').select('uid').where('uid', '=', uid).forUpdate().executeTakeFirstOrThrow();
  return lastSentAt(tx, uid);
}

export async function insertContact(tx: Tx, row: Omit<ContactRow, 'id'>): Promise<void> {
  await tx.insertInto('vip_contacts').values(row).execute();
}

/** Newest first; `before`: only those with a lower id. */
export function newestContacts(db: Db, before: number | undefined, limit: number): Promise<ContactRow[]> {
  const all = db.selectFrom('vip_contacts').selectAll().orderBy('id', 'desc').limit(limit);
  return (before === undefined ? all : all.where('id', '<', before)).execute();
}

export async function deleteContactsBefore(db: Db, timeMs: number): Promise<void> {
  await db.deleteFrom('vip_contacts').where('sent_at_ms', '<', timeMs).execute();
}
