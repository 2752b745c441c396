-- The statement of margin wallets: what each event added to a wallet's own funds. It begins with this release: of what was
-- before, fills, funding and moves have their own tables.
create table futures_entries (
  seq bigint not null,
  event_index int not null,
  -- Among the entries of the event.
  place int not null,
  uid bigint not null,
  wallet text not null,
  type text not null,
  symbol text not null,
  asset text not null,
  amount numeric not null,
  -- How many it sums up: results and fees of old fills are one line an hour.
  parts int not null,
  is_summed boolean not null,
  time_ms bigint not null,
  primary key (seq, event_index, place)
);
create index futures_entries_of_user on futures_entries
  (uid, wallet, asset, time_ms desc, seq desc, event_index desc, place desc);
create index futures_entries_to_sum on futures_entries (time_ms) where not is_summed and type in ('REALISED', 'FEE');

-- What operators put right in users' accounts, and why.
create table account_corrections (
  seq bigint not null,
  event_index int not null,
  uid bigint not null,
  correction_id bigint not null,
  account text not null,
  asset text not null,
  amount numeric not null,
  corrects text not null,
  reason text not null,
  time_ms bigint not null,
  primary key (seq, event_index)
);
create index account_corrections_of_user on account_corrections (uid, seq desc, event_index desc);
