/** What operators called: read and verified over their own listener. */
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';
import { timeMs, wholeNumber } from '../types.ts';

const operator: Permission = { kind: 'operator' };

const record = z.object({
  id: z.int().positive(),
  /** In the record of an outcome: the id of the call's record. Null in the record of a call, and of a call refused before it ran. */
  callId: z.int().positive().nullable(),
  at: timeMs,
  /** Empty: the token belonged to no operator, or the call is from before operators had names. */
  operator: z.string(),
  address: z.string(),
  method: z.string(),
  path: z.string(),
  idempotencyKey: z.string(),
  /** Null: the call begins here. 0: it succeeded; else the code of its refusal. */
  code: z.int().nullable(),
  hash: z.string(),
});

export const operatorAuditList = endpoint({
  method: 'GET',
  path: '/operator/audit/list',
  summary: 'What operators called, newest first',
  permission: operator,
  query: z.object({
    before: wholeNumber(1).optional(),
    limit: wholeNumber(1, 500).default(100),
  }),
  data: z.object({ records: z.array(record) }),
});

export const operatorAuditVerify = endpoint({
  method: 'GET',
  path: '/operator/audit/verify',
  summary: 'Whether every record of what operators called is there as it was written',
  permission: operator,
  /** `problem` is empty where nothing is wrong. */
  data: z.object({
    records: z.int(),
    isSound: z.boolean(),
    problem: z.string(),
    /** Where the record goes on after a restore: what was recorded between that backup and the restore is not in it. */
    restores: z.array(z.object({ id: z.int().positive(), at: timeMs, from: z.string() })),
  }),
});
