create table futures_orders (
  order_id bigint primary key,
  uid bigint not null,
  wallet text not null,
  symbol text not null,
  client_order_id text not null,
  status text not null,
  filled_quantity bigint not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  -- The whole of it, as its last event told.
  body jsonb not null
);
create index futures_orders_of_user on futures_orders (uid, wallet, order_id desc);
create index futures_orders_ended_unfilled on futures_orders (updated_at_ms)
  where filled_quantity = 0 and status in ('CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH');

create table futures_stop_orders (
  stop_order_id bigint primary key,
  uid bigint not null,
  wallet text not null,
  symbol text not null,
  status text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  -- The whole of it, as its last event told.
  body jsonb not null
);
create index futures_stop_orders_of_user on futures_stop_orders (uid, wallet, stop_order_id desc);
create index futures_stop_orders_ended on futures_stop_orders (updated_at_ms) where status in ('CANCELED', 'EXPIRED');

create table futures_fills (
  symbol text not null,
  trade_id bigint not null,
  is_maker boolean not null,
  uid bigint not null,
  wallet text not null,
  order_id bigint not null,
  side text not null,
  price bigint not null,
  quantity bigint not null,
  amount numeric not null,
  fee numeric not null,
  realised numeric not null,
  is_liquidation boolean not null,
  time_ms bigint not null,
  primary key (symbol, trade_id, is_maker)
);
create index futures_fills_of_user on futures_fills (uid, wallet, time_ms desc, symbol, trade_id desc);

create table futures_positions (
  position_id bigint primary key,
  uid bigint not null,
  wallet text not null,
  symbol text not null,
  is_open boolean not null,
  updated_at_ms bigint not null,
  -- The whole of it as it was last open, with what it brought in the end.
  body jsonb not null
);
create index futures_positions_closed on futures_positions (uid, wallet, updated_at_ms desc) where not is_open;

create table futures_klines (
  symbol text not null,
  source text not null,
  base text not null,
  open_time_ms bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume numeric not null,
  quote_volume numeric not null,
  taker_buy_volume numeric not null,
  taker_buy_quote_volume numeric not null,
  trade_count int not null,
  first_id bigint not null,
  last_id bigint not null,
  primary key (symbol, source, base, open_time_ms)
);

create table futures_funding_rates (
  symbol text not null,
  time_ms bigint not null,
  rate bigint not null,
  mark_price bigint not null,
  primary key (symbol, time_ms)
);

create table futures_funding_payments (
  seq bigint not null,
  event_index int not null,
  uid bigint not null,
  wallet text not null,
  symbol text not null,
  position_side text not null,
  quantity bigint not null,
  rate bigint not null,
  mark_price bigint not null,
  amount numeric not null,
  time_ms bigint not null,
  primary key (seq, event_index)
);
create index futures_funding_payments_of_user on futures_funding_payments (uid, wallet, time_ms desc);

-- Receipts of liquidations and deleveragings, with everything they were computed from.
create table futures_receipts (
  seq bigint not null,
  event_index int not null,
  uid bigint not null,
  wallet text not null,
  symbol text not null,
  kind text not null,
  time_ms bigint not null,
  body jsonb not null,
  primary key (seq, event_index)
);
create index futures_receipts_of_user on futures_receipts (uid, wallet, seq desc, event_index desc);
