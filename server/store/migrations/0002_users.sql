create table users (
  uid bigint primary key generated always as identity (start with 100001),
  email text not null,
  email_key text not null unique,
  password_hash text not null,
  nick_name text,
  language text not null,
  token_expire_hour int not null,
  created_at_ms bigint not null
);

create table sessions (
  token_hash text primary key,
  uid bigint not null references users (uid),
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  ends_at_ms bigint not null,
  ip text not null,
  user_agent text not null
);
create index sessions_of_user on sessions (uid, created_at_ms);
create index sessions_by_expiry on sessions (expires_at_ms);

-- A socket's log-in ends with the session it came from.
create table exchange_tokens (
  token_hash text primary key,
  session_hash text not null references sessions (token_hash) on delete cascade,
  uid bigint not null,
  expires_at_ms bigint not null
);
create index exchange_tokens_of_session on exchange_tokens (session_hash);
create index exchange_tokens_by_expiry on exchange_tokens (expires_at_ms);

create table login_attempts (
  counter text primary key,
  tried_at_ms bigint[] not null,
  last_at_ms bigint not null
);
create index login_attempts_by_time on login_attempts (last_at_ms);

create table known_addresses (
  uid bigint not null references users (uid),
  ip text not null,
  last_seen_at_ms bigint not null,
  primary key (uid, ip)
);

create table api_keys (
  id bigint primary key generated always as identity,
  uid bigint not null references users (uid),
  label text not null,
  api_key text not null unique,
  secret_encrypted text not null,
  scopes text[] not null,
  created_at_ms bigint not null,
  last_used_at_ms bigint
);
create index api_keys_of_user on api_keys (uid, id);
