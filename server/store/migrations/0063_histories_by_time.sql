-- Histories of orders are asked for by the time they were placed in.
create index futures_orders_of_user_by_time on futures_orders (uid, wallet, created_at_ms desc);
create index spot_orders_of_user_by_time on spot_orders (uid, created_at_ms desc);
