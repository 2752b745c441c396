/** VIP service: who trades a lot asks for terms of his own; operators read it and set his rates (growth 1). */
import { DAY_MS } from '@agio/contracts/durations';
import { implement } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/vip';
import { lockedWritesOf } from '../../limits/locked-writes.ts';
import type { Store, Tx } from '../../store/index.ts';
import type { Module } from '../module.ts';
import type { Users } from '../users/index.ts';
import * as repo from './contact-repo.ts';

const BETWEEN_MS = DAY_MS;
const KEPT_DAYS = 365;

export interface VipOptions {
  readonly store: Store;
  readonly users: Pick<Users, 'emailsOf'>;
}

export function createVip({ store: { db }, users }: VipOptions): Module {
  return {
    routes: [
      implement(contract.vipContact, async ({ caller }) => {
        const sentAt = await repo.lastSentAt(db, caller.uid);
        return { sentAt, nextAt: sentAt === null ? null : sentAt + BETWEEN_MS };
      }),
      implement(contract.sendVipContact, async ({ caller: { uid }, body }) => {
        const now = Date.now();
        const { monthlyVolume, ...rest } = body;
        const contact = { uid, ...rest, monthly_volume: monthlyVolume, sent_at_ms: now };
        const insert = async (tx: Tx): Promise<void> => {
          const last = await repo.lockedLastSentAt(tx, uid);
          const waitMs = last === null ? 0 : last + BETWEEN_MS - now;
          if (waitMs > 0) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(waitMs / 1000) });
          await repo.insertContact(tx, contact);
        };
        await lockedWritesOf(db).run(uid, () => db.transaction().execute(insert));
        return { sentAt: now, nextAt: now + BETWEEN_MS };
      }),
      implement(contract.operatorVipContacts, async ({ query }) => {
        const rows = await repo.newestContacts(db, query.before, query.limit);
        const emails = await users.emailsOf(rows.map(({ uid }) => uid));
        return {
          contacts: rows.map(({ monthly_volume, sent_at_ms, ...row }) => ({
            ...row,
            email: emails.get(row.uid) ?? '',
            monthlyVolume: monthly_volume,
            sentAt: sent_at_ms,
          })),
        };
      }),
    ],
    jobs: [
      {
        name: 'old questions for VIP service',
        everyMs: DAY_MS,
        beginsAtOnce: true,
        run: () => repo.deleteContactsBefore(db, Date.now() - KEPT_DAYS * DAY_MS),
      },
    ],
  };
}
