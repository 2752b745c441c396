/** What every frame of the site's sockets and of the message centre is made of. */
import { z } from 'zod';
import { timeMs } from '../types.ts';

export const serverFrame = z.object({
  /** Empty where the frame belongs to no channel. */
  channel: z.string(),
  ts: timeMs,
  /** The event that is answered; empty in a frame of data and in a pong. */
  eventResp: z.string(),
  /** The id of the request that is answered. */
  reqId: z.union([z.string(), z.number()]).nullable(),
  data: z.unknown(),
  /** The time a ping carried. */
  pong: z.unknown(),
});
export type ServerFrame = z.output<typeof serverFrame>;

/** The data of an answer to subscribe, unsubscribe, login and logout. */
export const answerData = z.object({
  result: z.boolean(),
  /** Why it was refused; empty when it was not. */
  msg: z.string(),
  /** Seconds, where the same may be granted later. */
  retryAfter: z.int().positive().optional(),
});
export type AnswerData = z.output<typeof answerData>;
