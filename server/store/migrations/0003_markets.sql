-- What the core does not hold of an asset and a market: names, order and flags for display.
create table coins (
  id int primary key generated always as identity,
  asset text not null unique,
  full_name text not null,
  precision int not null,
  logo text not null,
  track text not null,
  is_open boolean not null,
  is_show boolean not null,
  deposit_open boolean not null,
  withdraw_open boolean not null,
  withdraw_min numeric not null,
  withdraw_max numeric not null,
  sort int not null,
  is_hot boolean not null
);

create table spot_pairs (
  id int primary key generated always as identity,
  symbol text not null unique,
  is_hot boolean not null,
  is_recommend boolean not null,
  is_show boolean not null,
  trade_area text not null,
  sort int not null,
  created_at_ms bigint not null
);

create table trades (
  symbol text not null,
  trade_id bigint not null,
  price bigint not null,
  quantity bigint not null,
  amount bigint not null,
  taker_side text not null,
  time_ms bigint not null,
  primary key (symbol, trade_id)
);
create index trades_by_time on trades (symbol, time_ms, trade_id);

-- Bars of 1m, 1h and 1d that have trades: longer ones are merges, gaps are filled when read.
create table klines (
  symbol text not null,
  base_interval text not null,
  open_time_ms bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume numeric not null,
  quote_volume numeric not null,
  taker_buy_base numeric not null,
  taker_buy_quote numeric not null,
  trade_count bigint not null,
  first_trade_id bigint not null,
  last_trade_id bigint not null,
  primary key (symbol, base_interval, open_time_ms)
);
