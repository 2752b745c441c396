/**
 * The record of operators' calls (reliability ATK-21). It only grows: one record is written before a call is run, so that no call is
 * unrecorded, and one after it with its outcome. Each record has an HMAC over itself and the one before, under a key that the database
 * does not have: a changed, deleted or inserted record is noticed. Removal of the newest ones is noticed by a file of the data folder,
 * which names the last one.
 */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { implement, type Route } from '@agio/contracts/endpoint';
import { operatorAuditList, operatorAuditVerify } from '@agio/contracts/http/operator-audit';
import { type Db, type OperatorAuditTable, sql } from '../../store/index.ts';
import { writeDurably } from '../../system/durable-file.ts';
import { type AuditFiles, forgetRestore, RESTORED, restoreToRecord } from './audit-after-restore.ts';

/** Any constant of our own: two writers never take the same number. */
const ADVISORY_LOCK = 4_147_021;
const READ_AT_ONCE = 1_000;

export interface AuditedCall {
  /** The operator whose token came with it; empty: no operator's. */
  readonly operator: string;
  readonly address: string;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly idempotencyKey: string;
}

export interface OperatorAudit {
  /** Answers the number of the record. Rejects when it cannot be written: then the call must not be run. */
  begin(call: AuditedCall): Promise<number>;
  /** `code`: 0, or the code of the refusal. */
  end(callId: number, call: AuditedCall, code: number): Promise<void>;
  /** A call that was refused before it was run. */
  refused(call: AuditedCall, code: number): Promise<void>;
  readonly routes: Route[];
}

export interface AuditOptions {
  readonly db: Db;
  readonly key: Buffer;
  readonly files: AuditFiles;
}

type Row = Readonly<OperatorAuditTable>;
type Link = Pick<Row, 'id' | 'hash'>;
const START: Link = { id: 0, hash: '' };

export function createAudit({ db, key, files }: AuditOptions): OperatorAudit {
  const headFile = files.head;
  let last: Promise<unknown> = Promise.resolve();
  const append = (call: AuditedCall, callId: number | null, code: number | null): Promise<number> => {
    return inTurn(async () => {
      await recordRestore();
      return await write(call, callId, code);
    });
  };
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const done = last.then(run);
    last = done.catch(() => undefined);
    return done;
  };
  /** Before anything else is said after a restore. */
  const recordRestore = async (): Promise<void> => {
    const what = restoreToRecord(files);
    if (what === null) return;
    await write({ operator: '', address: '', method: RESTORED, path: what, idempotencyKey: '' }, null, null);
    forgetRestore(files);
  };
  const write = async (call: AuditedCall, callId: number | null, code: number | null): Promise<number> => {
    const link = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx);
      const newest = await tx
        .selectFrom('operator_audit')
        .select(['id', 'hash'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const head = readHead(headFile);
      // A table that ends before the head was cut: going on from the head keeps the gap where it can be seen.
      const before = newest !== undefined && newest.id >= head.id ? newest : head;
      const record = {
        id: before.id + 1,
        call_id: callId,
        at_ms: Date.now(),
        operator: call.operator,
        address: call.address,
        method: call.method,
        path: call.path,
        idempotency_key: call.idempotencyKey,
        code,
        previous_hash: before.hash,
      };
      const row = { ...record, hash: hashOf(key, record) };
      await tx.insertInto('operator_audit').values(row).execute();
      return row;
    });
    // An empty head would be taken for that of a record without an entry.
    writeDurably(headFile, `${link.id} ${link.hash}`);
    return link.id;
  };
  return {
    begin: (call) => append(call, null, null),
    end: async (callId, call, code) => void (await append(call, callId, code)),
    refused: async (call, code) => void (await append(call, null, code)),
    routes: [
      implement(operatorAuditList, async ({ query }) => ({ records: (await newest(db, query)).map(viewOf) })),
      implement(operatorAuditVerify, async () => {
        // Waits for records that are being written now.
        await inTurn(recordRestore);
        return await verify(db, key, readHead(headFile));
      }),
    ],
  };
}

function hashOf(key: Buffer, row: Omit<Row, 'hash'>): string {
  const { previous_hash, id, call_id, at_ms, operator, address, method, path, idempotency_key, code } = row;
  const fields = [previous_hash, id, call_id, at_ms, address, method, path, idempotency_key, code];
  // Records from before operators had names were hashed without one.
  const text = JSON.stringify(operator === '' ? fields : [...fields, operator]);
  return createHmac('sha256', key).update(text).digest('hex');
}

/** The start of the chain if there is no file, or one that a power cut left empty. */
function readHead(path: string): Link {
  if (!existsSync(path)) return START;
  const [, id, hash] = /^([0-9]{1,15}) ([0-9a-f]{64})$/.exec(readFileSync(path, 'utf8').trim()) ?? [];
  return hash === undefined ? START : { id: Number(id), hash };
}

async function newest(db: Db, { before, limit }: { before?: number | undefined; limit: number }): Promise<Row[]> {
  const rows = db.selectFrom('operator_audit').selectAll().orderBy('id', 'desc').limit(limit);
  return await (before === undefined ? rows : rows.where('id', '<', before)).execute();
}

async function verify(
  db: Db,
  key: Buffer,
  head: Link,
): Promise<{
  records: number;
  isSound: boolean;
  problem: string;
  restores: { id: number; at: number; from: string }[];
}> {
  let [before, records] = [START, 0];
  const restores: { id: number; at: number; from: string }[] = [];
  const wrong = (problem: string) => ({ records, isSound: false, problem, restores });
  for (;;) {
    const rows = await db
      .selectFrom('operator_audit')
      .selectAll()
      .where('id', '>', before.id)
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute();
    for (const row of rows) {
      if (row.id !== before.id + 1) return wrong(`Record ${before.id + 1} is missing.`);
      if (row.previous_hash !== before.hash) return wrong(`Record ${row.id} does not follow the one before it.`);
      if (row.hash !== hashOf(key, row)) return wrong(`Record ${row.id} is not as it was written.`);
      if (row.id === head.id && row.hash !== head.hash)
        return wrong(`Record ${row.id} is not the one that was written last.`);
      before = row;
      records += 1;
      if (row.method === RESTORED) restores.push({ id: row.id, at: row.at_ms, from: row.path });
    }
    if (rows.length < READ_AT_ONCE) break;
  }
  if (before.id < head.id) return wrong(`The records from ${before.id + 1} to ${head.id} are missing.`);
  return { records, isSound: true, problem: '', restores };
}

function viewOf(row: Row) {
  return {
    id: row.id,
    callId: row.call_id,
    at: row.at_ms,
    operator: row.operator,
    address: row.address,
    method: row.method,
    path: row.path,
    idempotencyKey: row.idempotency_key,
    code: row.code,
    hash: row.hash,
  };
}
