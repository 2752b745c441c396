-- What the ledger moved into and out of SPOT besides deposits, transfers, fills and corrections, which have tables of their own:
-- prizes, vouchers that pay fees, and what other products post. It begins with this release.
create table spot_entries (
  seq bigint not null,
  event_index int not null,
  -- Among the entries of the event.
  place int not null,
  uid bigint not null,
  type text not null,
  -- Empty where no market is concerned.
  symbol text not null,
  -- Empty: the quote of the market.
  asset text not null,
  amount numeric not null,
  time_ms bigint not null,
  primary key (seq, event_index, place)
);
create index spot_entries_of_user on spot_entries (uid, time_ms desc, symbol, seq desc, event_index desc, place);

-- The ledger of a user is read by time.
create index funds_moves_of_user_by_time on funds_moves (uid, time_ms desc, transfer_id desc);
