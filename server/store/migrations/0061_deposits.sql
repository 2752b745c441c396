-- Deposits from chains. An address belongs to one user and coin for ever.
create table deposit_addresses (
  network text not null,
  address text not null,
  uid bigint not null,
  asset text not null,
  primary key (network, address),
  unique (uid, asset, network)
);

-- How far each chain was read.
create table deposit_cursors (
  network text primary key,
  position bigint not null
);

create table deposits (
  deposit_id bigint generated always as identity primary key,
  uid bigint not null,
  asset text not null,
  network text not null,
  address text not null,
  tx_id text not null,
  -- Decimal text.
  amount text not null,
  block bigint not null,
  state text not null check (state in ('CONFIRMING', 'CREDITED')),
  transfer_id bigint,
  time_ms bigint not null,
  -- When crediting it was last tried: one that is refused lets the others go before it.
  tried_at_ms bigint not null,
  unique (network, tx_id)
);
create index deposits_of_user on deposits (uid, deposit_id desc);
create index deposits_to_credit on deposits (network, tried_at_ms, deposit_id) where state = 'CONFIRMING';

-- The demo's own chain: its transfers, in the order in which they came to be.
create table demo_chain_transfers (
  position bigint generated always as identity primary key,
  network text not null,
  tx_id text not null,
  address text not null,
  asset text not null,
  -- Decimal text.
  amount text not null,
  block bigint not null,
  time_ms bigint not null,
  unique (network, tx_id)
);
create index demo_chain_transfers_by_position on demo_chain_transfers (network, position);
