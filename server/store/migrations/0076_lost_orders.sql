-- Orders that ended without their user wanting it, the one that ended last first: an order that was placed long ago may end today. The
-- conditions are those of server/store/lost-orders.ts, word for word: only then a query finds its index.
create index spot_orders_lost on spot_orders (uid, updated_at_ms desc, order_id desc)
  where (status in ('EXPIRED', 'EXPIRED_IN_MATCH') or status = 'CANCELED' and reason in ('SYSTEM', 'LIQUIDATION', 'ADL', 'NO_MARGIN'))
    and updated_at_ms > created_at_ms;

create index futures_orders_lost on futures_orders (uid, wallet, updated_at_ms desc, order_id desc)
  where (status in ('EXPIRED', 'EXPIRED_IN_MATCH') or status = 'CANCELED' and body ->> 'reason' in ('SYSTEM', 'LIQUIDATION', 'ADL', 'NO_MARGIN'))
    and body ->> 'origin' <> 'LIQUIDATION' and (body ->> 'origin' = 'STOP' or updated_at_ms > created_at_ms);

create index futures_stop_orders_lost on futures_stop_orders (uid, wallet, updated_at_ms desc, stop_order_id desc)
  where status = 'EXPIRED' or status = 'CANCELED' and body ->> 'reason' in ('SYSTEM', 'LIQUIDATION', 'ADL', 'NO_MARGIN');
