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
      await inTurn(caller.uid, () =>
        moveOn(db, { uid: caller.uid, fills_at_ms: fillsAt, alert_id: body.alertId ?? null }),
      );
      return seenBy(db, caller.uid);
    }),
  ];
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
