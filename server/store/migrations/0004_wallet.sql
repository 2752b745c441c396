create table funds_moves (
  transfer_id bigint primary key,
  kind text not null,
  uid bigint not null,
  asset text not null,
  amount bigint not null,
  from_wallet text not null,
  to_wallet text not null,
  time_ms bigint not null
);
create index funds_moves_of_user on funds_moves (uid, transfer_id desc);
create index funds_moves_of_user_by_kind on funds_moves (uid, kind, transfer_id desc);

create table faucet_grants (
  uid bigint primary key,
  granted_at_ms bigint not null,
  state text not null check (state in ('PENDING', 'DONE'))
);
