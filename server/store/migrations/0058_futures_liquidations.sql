-- What everybody may see of liquidations: no user, no account. It begins with this table; receipts of before stay their users' own.
create table futures_liquidations (
  seq bigint not null,
  event_index int not null,
  symbol text not null,
  -- Of the closing: SELL closed a long.
  side text not null,
  kind text not null,
  quantity bigint not null,
  amount numeric not null,
  time_ms bigint not null,
  primary key (seq, event_index)
);
create index futures_liquidations_of_contract on futures_liquidations (symbol, seq desc, event_index desc);
