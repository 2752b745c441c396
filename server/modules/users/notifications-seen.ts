/** Up to where a user has seen fills and price alerts: the same on all devices. One row a user, which only moves on. */
import { implement, type Route } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/users';
import { lockedWritesOf } from '../../limits/locked-writes.ts';
import type { Db, NotificationsSeenTable } from '../../store/index.ts';

export function notificationsSeenRoutes(db: Db): Route[] {
  const { run: inTurn } = lockedWritesOf(db);
  return [
    implement(contract.notificationsSeen, ({ caller }) => seenBy(db, caller.uid)),
    implement(contract.markNotificationsSeen, async ({ body, caller }) => {
      // A device whose clock is ahead would hide fills that are yet to come.
      const fillsAt = body.fillsAt === undefined ? null : Math.min(body.fillsAt, Date.now());
      await inTurn(caller.uid, async () => {
        const alertId = body.alertId === undefined ? null : await knownAlert(db, caller.uid, body.alertId);
        await moveOn(db, { uid: caller.uid, fills_at_ms: fillsAt, alert_id: alertId });
      });
      return seenBy(db, caller.uid);
    }),
  ];
}

/** At most the newest that fired for this user: a higher one would hide alerts that are yet to fire. Null: none has fired. */
async function knownAlert(db: Db, uid: number, alertId: number): Promise<number | null> {
  const newest = await db
    .selectFrom('price_alert_firings')
    .select('id')
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? Math.min(alertId, newest.id) : null;
}

async function moveOn(db: Db, seen: NotificationsSeenTable): Promise<void> {
  await db
    .insertInto('notifications_seen')
    .values(seen)
    .onConflict((conflict) =>
      // Two devices may tell at once, and the one that has seen less last. `greatest` leaves a null out.
      conflict.column('uid').doUpdateSet(({ fn, ref }) => ({
        fills_at_ms: fn('greatest', [ref('notifications_seen.fills_at_ms'), ref('excluded.fills_at_ms')]),
        alert_id: fn('greatest', [ref('notifications_seen.alert_id'), ref('excluded.alert_id')]),
      })),
    )
    .execute();
}

async function seenBy(db: Db, uid: number): Promise<contract.NotificationsSeen> {
  const row = await db
    .selectFrom('notifications_seen')
    .select(['fills_at_ms', 'alert_id'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  return { fillsAt: row?.fills_at_ms ?? null, alertId: row?.alert_id ?? null };
}
