-- Bars of the demo's past of contracts: made from the reference price, not from trades or marks of this exchange.
alter table futures_klines add column is_demo boolean not null default false;
