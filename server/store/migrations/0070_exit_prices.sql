-- What of a position was opened in all its life, in quantity and cost: with its result that gives the average price at which it was closed.
-- Null for positions that were opened before this was kept.
alter table futures_positions add column entered_quantity numeric;
alter table futures_positions add column entered_cost numeric;
-- Conditional orders are found by the time they were placed in, as orders are.
create index futures_stop_orders_of_user_by_time on futures_stop_orders (uid, wallet, created_at_ms desc);
