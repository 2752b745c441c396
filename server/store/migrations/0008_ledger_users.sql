-- Who the journal's funds and orders belong to, from its events: compared with `users` at every start.
create table ledger_users (
  uid bigint primary key
);
insert into ledger_users (uid)
select uid from funds_moves
union
select uid from spot_orders;
