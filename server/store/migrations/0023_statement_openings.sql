-- Where the entries of statements begin. What wallets held before is entered once, at the next start, as their opening.
create table futures_statements (
  id int primary key default 1 check (id = 1),
  from_seq bigint not null,
  is_opened boolean not null
);
insert into futures_statements (from_seq, is_opened) select seq, seq = 0 from projection_position;
