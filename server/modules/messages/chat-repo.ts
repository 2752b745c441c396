/** The tables of the support chat. */
import type { ChatMessage } from '@agio/contracts/http/chat';
import type { ChatConversationsTable, Db, Selectable, Tx } from '../../store/index.ts';

/** The owner of a conversation: a user, or the visitor with the secret of this hash. */
export type Owner = { readonly uid: number } | { readonly visitorHash: string };
export type ConversationRow = Selectable<ChatConversationsTable>;

export interface NewMessage {
  readonly author: 'USER' | 'AGENT';
  readonly agent: string;
  readonly text: string;
  readonly clientId: string;
  readonly nowMs: number;
}

const PAGE = 200;
const LIST = 100;

const columnsOf = (owner: Owner) =>
  'uid' in owner ? { uid: owner.uid, visitor_hash: null } : { uid: null, visitor_hash: owner.visitorHash };

export async function conversationOf(db: Tx, owner: Owner): Promise<ConversationRow | null> {
  const rows = db.selectFrom('chat_conversations').selectAll();
  const own = 'uid' in owner ? rows.where('uid', '=', owner.uid) : rows.where('visitor_hash', '=', owner.visitorHash);
  return (await own.executeTakeFirst()) ?? null;
}

export async function conversationById(db: Tx, id: number): Promise<ConversationRow | null> {
  return (await db.selectFrom('chat_conversations').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Two first messages at the same time make one conversation. */
export async function openConversation(db: Db, owner: Owner, locale: string, nowMs: number): Promise<ConversationRow> {
  await db
    .insertInto('chat_conversations')
    .values({ ...columnsOf(owner), locale, created_at_ms: nowMs, last_message_at_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await conversationOf(db, owner);
  if (row === null) throw new Error('a conversation that was just opened is not there');
  return row;
}

/**
 * Stores a message once, however often it is sent; `mayStore` throws if a new one is not allowed. The conversation's row is locked first:
 * within a conversation ids become visible in their order, so a reader who asks for messages after an id misses none.
 */
export async function addMessage(
  db: Db,
  conversationId: number,
  message: NewMessage,
  mayStore: (tx: Tx) => Promise<void> = async () => {},
): Promise<ChatMessage> {
  return await db.transaction().execute(async (tx) => {
    const conversation = await tx
      .selectFrom('chat_conversations')
      .select(['waiting_since_ms'])
      .where('id', '=', conversationId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const known = await tx
      .selectFrom('chat_messages')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('author', '=', message.author)
      .where('client_id', '=', message.clientId)
      .executeTakeFirst();
    if (known) return view(known);
    await mayStore(tx);
    const row = await tx
      .insertInto('chat_messages')
      .values({
        conversation_id: conversationId,
        author: message.author,
        agent: message.agent,
        text: message.text,
        client_id: message.clientId,
        sent_at_ms: message.nowMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const isAnswer = message.author === 'AGENT';
    await tx
      .updateTable('chat_conversations')
      .set({
        last_message_at_ms: message.nowMs,
        waiting_since_ms: isAnswer ? null : (conversation.waiting_since_ms ?? message.nowMs),
        closed_at_ms: null,
      })
      .where('id', '=', conversationId)
      .execute();
    return view(row);
  });
}

/** After `after`; the newest of all when it is 0. Oldest first. */
export async function messagesAfter(db: Db, conversationId: number, after: number): Promise<ChatMessage[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('id', '>', after)
    .orderBy('id', after === 0 ? 'desc' : 'asc')
    .limit(PAGE)
    .execute();
  return rows.map(view).toSorted((a, b) => a.id - b.id);
}

/** Time of the person's `most`-th newest message since `sinceMs`; null if there are fewer. */
export async function sentBefore(
  db: Tx,
  conversationId: number,
  sinceMs: number,
  most: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('chat_messages')
    .select('sent_at_ms')
    .where('conversation_id', '=', conversationId)
    .where('author', '=', 'USER')
    .where('sent_at_ms', '>', sinceMs)
    .orderBy('sent_at_ms', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.sent_at_ms ?? null;
}

export async function countUnread(db: Db, conversationId: number, seen: number): Promise<number> {
  const { count } = await db
    .selectFrom('chat_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('conversation_id', '=', conversationId)
    .where('author', '=', 'AGENT')
    .where('id', '>', seen)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function markSeen(db: Db, conversationId: number, seen: number): Promise<void> {
  await db
    .updateTable('chat_conversations')
    .set({ seen_message_id: seen })
    .where('id', '=', conversationId)
    .where('seen_message_id', '<', seen)
    .execute();
}

/** Those that wait, longest first; or all, newest first. */
export async function listConversations(db: Db, state: 'waiting' | 'all'): Promise<ConversationRow[]> {
  const rows = db.selectFrom('chat_conversations').selectAll().limit(LIST);
  return state === 'waiting'
    ? await rows.where('waiting_since_ms', 'is not', null).orderBy('waiting_since_ms').orderBy('id').execute()
    : await rows.orderBy('last_message_at_ms', 'desc').orderBy('id', 'desc').execute();
}

export async function closeConversation(db: Db, id: number, nowMs: number): Promise<void> {
  await db
    .updateTable('chat_conversations')
    .set({ closed_at_ms: nowMs, waiting_since_ms: null })
    .where('id', '=', id)
    .execute();
}

/** Conversations whose last message is older, with all their messages. */
export async function forgetConversations(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('chat_conversations').where('last_message_at_ms', '<', beforeMs).execute();
  await db.deleteFrom('chat_messages').where('sent_at_ms', '<', beforeMs).execute();
}

function view(row: {
  readonly id: number;
  readonly author: string;
  readonly agent: string;
  readonly text: string;
  readonly sent_at_ms: number;
}): ChatMessage {
  const author = row.author === 'AGENT' ? 'AGENT' : 'USER';
  return { id: row.id, author, agent: row.agent, text: row.text, time: row.sent_at_ms };
}
