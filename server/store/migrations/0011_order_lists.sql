-- The names that clients of the Binance dialect give a pair of orders, where the pair's first order has a name of its own.
-- Written before the pair is placed, so that a client whose answer was lost finds it by the name.
create table spot_order_lists (
  uid bigint not null,
  symbol text not null,
  list_client_order_id text not null,
  first_client_order_id text not null,
  created_at_ms bigint not null
);
create index spot_order_lists_by_name on spot_order_lists (uid, list_client_order_id, created_at_ms desc);
create index spot_order_lists_by_first on spot_order_lists (uid, first_client_order_id, created_at_ms desc);
create index spot_orders_of_pair on spot_orders (uid, oco_id desc) where oco_id <> 0;
