-- Of conditional orders, icebergs and pairs; 0 for the others.
alter table spot_orders
  add column stop_price bigint not null default 0,
  add column delta_bips int not null default 0,
  add column activation_price bigint not null default 0,
  add column display_quantity bigint not null default 0,
  add column oco_id bigint not null default 0;
