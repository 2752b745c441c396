-- A conversation's newest messages are counted at each of its messages, and old ones are deleted by their own age.
create index chat_messages_by_time on chat_messages (conversation_id, sent_at_ms);
create index chat_messages_by_age on chat_messages (sent_at_ms);
