-- Bars of the demo's past: made from the reference price, not from trades of this exchange.
alter table klines add column is_demo boolean not null default false;
