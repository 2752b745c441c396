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
create index market_status_notices_of_change on market_status_notices (change_id, uid);

-- Who holds something in one market, and whose order or position ended at a change of its status or since, without a look at all that ever
-- was. Filled orders are found by their fills, orders that ended without one by the index that they have. So an order that is filled in
-- whole is written into no index but that of open ones.
create index spot_orders_open on spot_orders (symbol) where status in ('NEW', 'PARTIALLY_FILLED', 'UNTRIGGERED');
create index spot_orders_ended_partly_filled on spot_orders (updated_at_ms)
  where filled_quantity > 0 and status in ('CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH');
create index futures_orders_open on futures_orders (symbol) where status in ('NEW', 'PARTIALLY_FILLED');
create index futures_orders_ended_partly_filled on futures_orders (updated_at_ms)
  where filled_quantity > 0 and status in ('CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH');
create index futures_stop_orders_open on futures_stop_orders (symbol) where status = 'NEW';
create index futures_stop_orders_triggered on futures_stop_orders (updated_at_ms) where status = 'TRIGGERED';
create index futures_positions_open on futures_positions (symbol) where is_open;
create index futures_positions_closed_since on futures_positions (updated_at_ms) where not is_open;
