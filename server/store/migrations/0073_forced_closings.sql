-- The place in the log at which a position was opened: what was liquidated in the same millisecond may have been the one before it.
-- Null for positions that were opened before this was kept.
alter table futures_positions add column opened_seq bigint;

-- The conditional orders that placed a page of orders.
create index futures_stop_orders_by_order on futures_stop_orders (uid, wallet, ((body ->> 'orderId')::bigint))
  where status = 'TRIGGERED';
