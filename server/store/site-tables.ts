/** Tables besides trading: the support chat, counts of use, rules for search engines. */
import type { Generated } from 'kysely';

/** The record of operators' calls: see 0054_operator_audit.sql and 0057_operator_names.sql. */
export interface OperatorAuditTable {
  id: number;
  call_id: number | null;
  at_ms: number;
  operator: string;
  address: string;
  method: string;
  path: string;
  idempotency_key: string;
  code: number | null;
  previous_hash: string;
  hash: string;
}

export interface SiteTables {
  operator_audit: OperatorAuditTable;
  chat_conversations: ChatConversationsTable;
  chat_messages: ChatMessagesTable;
  track_counts: TrackCountsTable;
  seo_rules: SeoRulesTable;
}

// messages

export interface ChatConversationsTable {
  id: Generated<number>;
  /** Null for a visitor, who is known by the hash of the conversation's secret. */
  uid: number | null;
  visitor_hash: string | null;
  locale: string;
  created_at_ms: number;
  last_message_at_ms: number;
  /** Since when the person waits for an answer. */
  waiting_since_ms: number | null;
  /** The newest message that the person has seen. */
  seen_message_id: Generated<number>;
  closed_at_ms: number | null;
}

export interface ChatMessagesTable {
  id: Generated<number>;
  conversation_id: number;
  author: string;
  agent: string;
  text: string;
  client_id: string;
  sent_at_ms: number;
}

// tracking

export interface TrackCountsTable {
  day: string;
  event: string;
  category: string;
  count: number;
}

// content

/** One field of one pattern in one locale. */
export interface SeoRulesTable {
  locale: string;
  pattern: string;
  field: string;
  content: string;
}
