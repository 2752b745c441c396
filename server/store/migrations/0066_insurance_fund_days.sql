-- What the insurance fund held at the end of each day (UTC) on which it changed. It begins with this release, with what the fund holds
-- at the next start.
create table futures_fund (
  id int primary key default 1 check (id = 1),
  balance numeric not null,
  is_opened boolean not null
);
insert into futures_fund (balance, is_opened) select 0, seq = 0 from projection_position;

create table futures_fund_days (
  -- Counted from 1970-01-01.
  day int primary key,
  balance numeric not null
);
