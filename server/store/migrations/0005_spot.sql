create table spot_orders (
  order_id bigint primary key,
  uid bigint not null,
  symbol text not null,
  side text not null,
  type text not null,
  time_in_force text not null,
  price bigint not null,
  quantity bigint not null,
  quote_amount bigint not null,
  filled_quantity bigint not null,
  filled_amount bigint not null,
  prevented_quantity bigint not null,
  stp_mode text not null,
  client_order_id text not null,
  status text not null,
  reason text not null,
  amend_count int not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null
);
create index spot_orders_of_user on spot_orders (uid, order_id desc);
create index spot_orders_of_user_and_market on spot_orders (uid, symbol, order_id desc);
create index spot_orders_by_client_id on spot_orders (uid, symbol, client_order_id, order_id desc)
  where client_order_id <> '';
-- What is deleted seven days after its end.
create index spot_orders_ended_unfilled on spot_orders (updated_at_ms)
  where filled_quantity = 0 and status in ('CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH');

create table spot_fills (
  symbol text not null,
  trade_id bigint not null,
  is_maker boolean not null,
  uid bigint not null,
  order_id bigint not null,
  side text not null,
  price bigint not null,
  quantity bigint not null,
  amount bigint not null,
  fee bigint not null,
  fee_asset text not null,
  time_ms bigint not null,
  primary key (symbol, trade_id, is_maker)
);
create index spot_fills_of_user on spot_fills (uid, time_ms desc, symbol, trade_id desc);
create index spot_fills_of_user_and_market on spot_fills (uid, symbol, trade_id desc);
create index spot_fills_of_order on spot_fills (order_id);
