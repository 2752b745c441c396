/** The support chat: what a visitor or a user writes, and what an agent answers. A visitor is known by a secret of the conversation only. */
import { z } from 'zod';
import { CHAT } from '../chat.ts';
import { endpoint, type Permission } from '../endpoint.ts';
import { freeText, timeMs, wholeNumber } from '../types.ts';

const anyone: Permission = { kind: 'public' };
const operator: Permission = { kind: 'operator' };

/** Lines are allowed, other control characters and lone surrogates are not (SQL refuses them). */
const text = z
  .string()
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(CHAT.longestText)
      .regex(/^(?:\n|\t|[^\p{Cc}\p{Cs}])*$/u, 'must not hold control characters'),
  );
/** The sender's own name of a message: sent twice, it is stored once. */
const clientId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, _ or -');
/** The secret of a visitor's conversation; empty before the first message, and for users who are logged in. */
const visitor = z.string().max(64).default('');
/**
 * Whom the page takes for logged in; 0 is a visitor. Who is not logged in as that user is refused, so that no message lands
 * in a conversation that the page does not show; a visitor’s page goes on as one although somebody logged in beside it.
 */
const asUid = z.int().nonnegative();
const id = z.int().positive();

const message = z.object({
  id: z.int(),
  author: z.enum(['USER', 'AGENT']),
  /** The agent's name; empty for a message of the user. */
  agent: z.string(),
  text: z.string(),
  time: timeMs,
});
export type ChatMessage = z.output<typeof message>;

export const chatSettings = endpoint({
  method: 'GET',
  path: '/web/api/v1/chat/settings',
  summary: 'Which support chat the site has: its own, that of a script, or none',
  permission: anyone,
  data: z.object({ kind: z.enum(['own', 'script', 'off']), scriptUrl: z.string() }),
});
export type ChatSettings = z.output<typeof chatSettings.data>;

export const chatSend = endpoint({
  method: 'POST',
  path: '/web/api/v1/chat/send',
  summary: 'A message to the support; the first one of a visitor opens a conversation and answers its secret',
  permission: anyone,
  body: z.object({ asUid, visitor, text, clientId }),
  data: z.object({ visitor: z.string(), message }),
  weight: 4,
});

export const chatRead = endpoint({
  method: 'POST',
  path: '/web/api/v1/chat/read',
  summary: 'The messages after `after` (the newest 200 when it is 0); `seen` marks answers up to it as read',
  permission: anyone,
  body: z.object({ asUid, visitor, after: z.int().nonnegative().default(0), seen: z.int().nonnegative().default(0) }),
  data: z.object({ messages: z.array(message), unread: z.int(), isClosed: z.boolean() }),
});
export type ChatRead = z.output<typeof chatRead.data>;

const conversation = z.object({
  id: z.int(),
  /** The user's id as text, and the e-mail address; both empty for a visitor. */
  name: z.string(),
  email: z.string(),
  locale: z.string(),
  /** Time of the oldest message without an answer; 0: every message is answered. */
  waitingSince: timeMs,
  lastMessageTime: timeMs,
  isClosed: z.boolean(),
});
export type ChatConversation = z.output<typeof conversation>;

export const operatorChatList = endpoint({
  method: 'GET',
  path: '/operator/chat/list',
  summary: 'Conversations: those that wait for an answer, longest first, or all of them, newest first; 100 at most',
  permission: operator,
  query: z.object({ state: z.enum(['waiting', 'all']).default('waiting') }),
  data: z.object({ conversations: z.array(conversation) }),
});

export const operatorChatShow = endpoint({
  method: 'GET',
  path: '/operator/chat/show',
  summary: 'A conversation with its newest 200 messages',
  permission: operator,
  query: z.object({ id: wholeNumber(1) }),
  data: z.object({ conversation, messages: z.array(message) }),
});

export const operatorChatAnswer = endpoint({
  method: 'POST',
  path: '/operator/chat/answer',
  summary: 'An agent’s answer; the person sees it at the next look',
  permission: operator,
  body: z.object({ id, text, agent: freeText(40).default(''), clientId }),
  data: z.object({ message }),
});

export const operatorChatClose = endpoint({
  method: 'POST',
  path: '/operator/chat/close',
  summary: 'Ends a conversation; a new message of the person opens it again',
  permission: operator,
  body: z.object({ id }),
  data: z.object({}),
});
