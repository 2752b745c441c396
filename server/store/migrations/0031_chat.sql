-- A conversation belongs to a user, or to whoever holds the visitor's secret, of which only the hash is here.
create table chat_conversations (
  id bigint generated always as identity primary key,
  uid bigint unique references users (uid),
  visitor_hash text unique,
  locale text not null,
  created_at_ms bigint not null,
  last_message_at_ms bigint not null,
  waiting_since_ms bigint,
  seen_message_id bigint not null default 0,
  closed_at_ms bigint,
  check ((uid is null) <> (visitor_hash is null))
);
create index chat_conversations_waiting on chat_conversations (waiting_since_ms) where waiting_since_ms is not null;
create index chat_conversations_last on chat_conversations (last_message_at_ms);

create table chat_messages (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references chat_conversations (id) on delete cascade,
  author text not null check (author in ('USER', 'AGENT')),
  agent text not null,
  text text not null,
  client_id text not null,
  sent_at_ms bigint not null,
  unique (conversation_id, author, client_id)
);
create index chat_messages_of_conversation on chat_messages (conversation_id, id);
