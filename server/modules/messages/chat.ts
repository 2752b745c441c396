/** The support chat: one conversation a user or visitor, kept here; agents read and answer by the operator's calls. */
import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@agio/contracts/durations';
import type { Caller } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import type { ChatConversation, ChatMessage, ChatRead } from '@agio/contracts/http/chat';
import { lockedWritesOf } from '../../limits/locked-writes.ts';
import type { Db, Tx } from '../../store/index.ts';
import * as repo from './chat-repo.ts';
import { createAddressCount } from '../../limits/address-count.ts';
import { hashToken } from '../../system/sha256.ts';

/** A person's messages of one conversation, by windows. */
const RATES = [
  { most: 20, windowMs: MINUTE_MS },
  { most: 200, windowMs: DAY_MS },
];
/** As long as station messages. */
const KEPT_MS = 180 * DAY_MS;
/** How many conversations visitors may open. */
const OPENINGS = { ofAddress: 5, ofNetwork: 50, windowMs: HOUR_MS };
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface ChatOptions {
  readonly db: Db;
  /** Whether there is a limit to the conversations that visitors open from one address. */
  readonly hasLimits: boolean;
  /** The e-mail addresses of these users. */
  emailsOf(uids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

interface Sent {
  readonly asUid: number;
  readonly visitor: string;
  readonly text: string;
  readonly clientId: string;
}

interface Answer {
  readonly id: number;
  readonly text: string;
  readonly agent: string;
  readonly clientId: string;
}

export interface Chat {
  send(caller: Caller, sent: Sent): Promise<{ visitor: string; message: ChatMessage }>;
  read(caller: Caller, asked: { asUid: number; visitor: string; after: number; seen: number }): Promise<ChatRead>;
  list(state: 'waiting' | 'all'): Promise<ChatConversation[]>;
  show(id: number): Promise<{ conversation: ChatConversation; messages: ChatMessage[] }>;
  answer(answer: Answer): Promise<ChatMessage>;
  close(id: number): Promise<void>;
  /** Deletes conversations without a new message for as long as messages are kept. */
  deleteOld(): Promise<void>;
}

export function createChat({ db, hasLimits, emailsOf }: ChatOptions): Chat {
  const openings = createAddressCount(OPENINGS);

  /** An unknown secret (mistyped, or of a deleted conversation) is replaced by a new one, never adopted. */
  const open = async (caller: Caller, asked: repo.Owner, visitor: string): Promise<{ id: number; visitor: string }> => {
    const now = Date.now();
    const known = await repo.conversationOf(db, asked);
    if (known) return { id: known.id, visitor: 'uid' in asked ? '' : visitor };
    if ('uid' in asked) return { id: (await repo.openConversation(db, asked, caller.locale, now)).id, visitor: '' };
    const seconds = hasLimits ? openings.take(caller.ip, now) : 0;
    if (seconds > 0) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds });
    const secret = randomBytes(32).toString('base64url');
    const owner = { visitorHash: hashToken(secret) };
    return { id: (await repo.openConversation(db, owner, caller.locale, now)).id, visitor: secret };
  };
  const known = async (id: number): Promise<repo.ConversationRow> => {
    const row = await repo.conversationById(db, id);
    if (row === null) throw new Refusal('NOT_FOUND');
    return row;
  };
  const describe = async (rows: readonly repo.ConversationRow[]): Promise<ChatConversation[]> => {
    const emails = await emailsOf(rows.flatMap(({ uid }) => (uid === null ? [] : [uid])));
    return rows.map((row) => ({
      id: row.id,
      name: row.uid === null ? '' : String(row.uid),
      email: row.uid === null ? '' : (emails.get(row.uid) ?? ''),
      locale: row.locale,
      waitingSince: row.waiting_since_ms ?? 0,
      lastMessageTime: row.last_message_at_ms,
      isClosed: row.closed_at_ms !== null,
    }));
  };

  return {
    async send(caller, { asUid, visitor, text, clientId }) {
      const nowMs = Date.now();
      const { id, visitor: secret } = await open(caller, ownerOf(caller, asUid, visitor), visitor);
      const mayStore = async (tx: Tx): Promise<void> => {
        for (const { most, windowMs } of RATES) {
          const oldest = await repo.sentBefore(tx, id, nowMs - windowMs, most);
          if (oldest === null) continue;
          throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: Math.ceil((oldest + windowMs - nowMs) / 1_000) });
        }
      };
      const sent = { author: 'USER', agent: '', text, clientId, nowMs } as const;
      const message = await lockedWritesOf(db).run(`chat ${id}`, () => repo.addMessage(db, id, sent, mayStore));
      return { visitor: secret, message };
    },
    async read(caller, { asUid, visitor, after, seen }) {
      const row = await repo.conversationOf(db, ownerOf(caller, asUid, visitor));
      if (row === null) return { messages: [], unread: 0, isClosed: false };
      if (seen > row.seen_message_id) await repo.markSeen(db, row.id, seen);
      const [messages, unread] = await Promise.all([
        repo.messagesAfter(db, row.id, after),
        repo.countUnread(db, row.id, Math.max(seen, row.seen_message_id)),
      ]);
      return { messages, unread, isClosed: row.closed_at_ms !== null };
    },
    list: async (state) => describe(await repo.listConversations(db, state)),
    async show(id) {
      const [conversation] = await describe([await known(id)]);
      return { conversation: conversation!, messages: await repo.messagesAfter(db, id, 0) };
    },
    async answer({ id, text, agent, clientId }) {
      await known(id);
      return await repo.addMessage(db, id, { author: 'AGENT', agent, text, clientId, nowMs: Date.now() });
    },
    async close(id) {
      await known(id);
      await repo.closeConversation(db, id, Date.now());
    },
    deleteOld: () => repo.forgetConversations(db, Date.now() - KEPT_MS),
  };
}

/** A page that shows a user's conversation can only reach that one; a page that shows a visitor's keeps to its secret. */
function ownerOf(caller: Caller, asUid: number, visitor: string): repo.Owner {
  if (asUid === 0) return { visitorHash: SECRET.test(visitor) ? hashToken(visitor) : '' };
  if (caller.uid !== asUid) throw new Refusal('NOT_LOGGED_IN');
  return { uid: asUid };
}
