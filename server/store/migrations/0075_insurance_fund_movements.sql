-- What moved the insurance fund: one row for each payment into it or out of it, with what it held afterwards.
create table futures_fund_movements (
  seq bigint not null,
  event_index int not null,
  time_ms bigint not null,
  -- Empty where the payment belongs to no contract: a wallet's debt, or what an operator moved.
  symbol text not null,
  kind text not null,
  amount numeric not null,
  balance numeric not null,
  primary key (seq, event_index)
);
create index futures_fund_movements_by_time on futures_fund_movements (time_ms desc, seq desc, event_index desc);

-- From when on payments are kept; null: all that there ever were. Where a database holds events already, they begin with this release.
alter table futures_fund add column movements_from_ms bigint;
update futures_fund set movements_from_ms = (extract(epoch from now()) * 1000)::bigint
  where exists (select from projection_position where seq > 0);
