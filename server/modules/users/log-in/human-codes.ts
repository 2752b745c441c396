/**
 * Human verification (8001). A call that wants one is refused with a bizId; the page shows its widget, which earns the
 * verification, and sends the call again with the bizId in `captcha-verify-token`. A bizId is bound to the action, the
 * device and the person it was asked of, lives 20 minutes and is good for one call. How it is earned is this file's
 * `challenge` and `solve` (proof of work, decision 049); another kind of widget replaces those two and nothing else.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { Caller } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import { HUMAN_CODE } from '@agio/contracts/human-code';
import type { AddressCount } from '../../../limits/address-count.ts';
import type { Db } from '../../../store/index.ts';
import { sha256Hex } from '../../../system/sha256.ts';
import { newToken } from '../secrets.ts';

export const HUMAN_CODE_LIFE_MS = 20 * 60_000;
/** How many numbers there are to try. A browser tries half of them on average: under a second on a cheap phone. */
const MAX_NUMBER = 60_000;
const WRONG_ANSWERS = 3;
const CLEAN_EVERY_MS = 60_000;

/** The use that the verification is for: it is not valid for another action, person or device. */
export interface HumanCodeUse {
  readonly action: 'login';
  readonly subject: string;
  /** Whom a new verification counts for: an address, or a browser's owner whom strangers at his address must not stop. */
  readonly countedAs: string;
}

export interface HumanCodes {
  /**
   * Spends the caller's verification; without a good one throws HUMAN_CHECK with the bizId to earn, or TOO_MANY_ATTEMPTS when that would be
   * one more than may be made.
   */
  require(caller: Caller, use: HumanCodeUse): Promise<void>;
  status(bizId: string): Promise<{ bizId: string; status: number }>;
  challenge(bizId: string): Promise<{ bizId: string; salt: string; challenge: string; maxNumber: number }>;
  solve(bizId: string, number: number): Promise<{ bizId: string; status: number }>;
}

function bindingOf(caller: Caller, { action, subject }: HumanCodeUse): string {
  return sha256Hex([action, subject, caller.ip, caller.userAgent].join('\n'));
}

/**
 * `made` counts new verifications, each a row for 20 minutes: a caller who names another browser each time would else make one with
 * each call. Null: without limit.
 */
export function createHumanCodes(db: Db, made: AddressCount | null): HumanCodes {
  let cleanedAt = 0;
  const alive = (bizId: string) =>
    db
      .selectFrom('human_codes')
      .selectAll()
      .where('biz_id', '=', bizId)
      .where('created_at_ms', '>', Date.now() - HUMAN_CODE_LIFE_MS)
      .executeTakeFirst();
  const read = async (bizId: string) => {
    const row = await alive(bizId);
    if (!row) throw new Refusal('NOT_FOUND');
    return row;
  };
  const clean = async (now: number): Promise<void> => {
    if (now - cleanedAt < CLEAN_EVERY_MS) return;
    cleanedAt = now;
    await db
      .deleteFrom('human_codes')
      .where('created_at_ms', '<=', now - HUMAN_CODE_LIFE_MS)
      .execute();
  };
  /** A verification that is not passed yet is reused for every call that waits for it. */
  const ask = async (binding: string, countedAs: string): Promise<string> => {
    const now = Date.now();
    await clean(now);
    const waiting = await db
      .selectFrom('human_codes')
      .select('biz_id')
      .where('binding', '=', binding)
      .where('status', 'in', [HUMAN_CODE.NEW, HUMAN_CODE.BEGUN])
      .where('created_at_ms', '>', now - HUMAN_CODE_LIFE_MS / 2)
      .executeTakeFirst();
    if (waiting) return waiting.biz_id;
    const seconds = made?.take(countedAs, now) ?? 0;
    if (seconds > 0) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds });
    return await insert(db, binding, now);
  };

  return {
    async require(caller, use) {
      const binding = bindingOf(caller, use);
      const spent = await db
        .deleteFrom('human_codes')
        .where('biz_id', '=', caller.captchaVerifyToken)
        .where('binding', '=', binding)
        .where('status', '=', HUMAN_CODE.VERIFIED)
        .where('created_at_ms', '>', Date.now() - HUMAN_CODE_LIFE_MS)
        .executeTakeFirst();
      if (Number(spent.numDeletedRows) === 1) return;
      throw new Refusal('HUMAN_CHECK', { bizId: await ask(binding, use.countedAs), status: HUMAN_CODE.NEW });
    },
    async status(bizId) {
      return { bizId, status: (await read(bizId)).status };
    },
    async challenge(bizId) {
      const row = await read(bizId);
      await setStatus(db, bizId, HUMAN_CODE.BEGUN, [HUMAN_CODE.NEW]);
      return { bizId, salt: row.salt, challenge: row.challenge, maxNumber: MAX_NUMBER };
    },
    async solve(bizId, number) {
      const row = await read(bizId);
      if (sha256Hex(row.salt + number) === row.challenge)
        await setStatus(db, bizId, HUMAN_CODE.VERIFIED, [HUMAN_CODE.NEW, HUMAN_CODE.BEGUN]);
      else await countWrong(db, bizId);
      return { bizId, status: (await read(bizId)).status };
    },
  };
}

/** Answers its bizId. */
async function insert(db: Db, binding: string, nowMs: number): Promise<string> {
  const [bizId, salt] = [newToken(), randomBytes(16).toString('hex')];
  await db
    .insertInto('human_codes')
    .values({
      biz_id: bizId,
      binding,
      status: HUMAN_CODE.NEW,
      salt,
      challenge: sha256Hex(salt + randomInt(MAX_NUMBER + 1)),
      wrong_answers: 0,
      created_at_ms: nowMs,
    })
    .execute();
  return bizId;
}

async function setStatus(db: Db, bizId: string, status: number, from: readonly number[]): Promise<void> {
  await db.updateTable('human_codes').set({ status }).where('biz_id', '=', bizId).where('status', 'in', from).execute();
}

async function countWrong(db: Db, bizId: string): Promise<void> {
  await db
    .updateTable('human_codes')
    .set((eb) => ({
      wrong_answers: eb('wrong_answers', '+', 1),
      status: eb
        .case()
        .when('wrong_answers', '>=', WRONG_ANSWERS - 1)
        .then(HUMAN_CODE.FAILED)
        .else(eb.ref('status'))
        .end(),
    }))
    .where('biz_id', '=', bizId)
    .where('status', 'in', [HUMAN_CODE.NEW, HUMAN_CODE.BEGUN])
    .execute();
}
