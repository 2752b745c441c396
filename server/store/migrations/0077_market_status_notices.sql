-- The status of each market and contract, as the log last told it.
create table market_statuses (
  market text not null,
  symbol text not null,
  status text not null,
  primary key (market, symbol)
);

-- What those who hold something in a market are told. Who that is is looked up once, after the change was written.
create table market_status_changes (
  id bigint generated always as identity primary key,
  seq bigint not null,
  market text not null,
  symbol text not null,
  status text not null,
  time_ms bigint not null,
  is_told boolean not null default false,
  unique (seq, market, symbol)
);
create index market_status_changes_untold on market_status_changes (id) where not is_told;
create index market_status_changes_by_time on market_status_changes (time_ms);

create table market_status_notices (
  uid bigint not null,
  change_id bigint not null references market_status_changes (id) on delete cascade,
  primary key (uid, change_id)
);
create index market_status_notices_of_change on market_status_notices (change_id);
