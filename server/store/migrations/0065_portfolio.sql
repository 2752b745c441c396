-- What the coins of SPOT cost, and what each user's account was at the end of each day (decision 072). It begins with this release:
-- what users held before is entered once, at the next start, as coins of unknown cost.
create table portfolio_opening (
  id int primary key default 1 check (id = 1),
  is_opened boolean not null,
  -- The day (UTC, counted from 1970-01-01) with whose end the days of older accounts begin; null where the log was read from its start.
  from_day int
);
insert into portfolio_opening (is_opened) select seq = 0 from projection_position;

-- What values are counted by, as of the last event: decimals of each asset, and the last price of each market.
create table portfolio_assets (
  asset text primary key,
  scale int not null
);
create table portfolio_markets (
  symbol text primary key,
  base text not null,
  quote text not null,
  -- 10^-8; 0 before the first trade.
  price bigint not null
);

create table portfolio_costs (
  uid bigint not null,
  asset text not null,
  -- Units held in SPOT, and of them those of which nobody knows what they cost.
  quantity numeric not null,
  unknown numeric not null,
  -- Units of USDT that the others cost.
  cost numeric not null,
  primary key (uid, asset)
);

-- What SPOT held at the end of a day, for days on which it changed.
create table portfolio_spot_days (
  uid bigint not null,
  asset text not null,
  day int not null,
  amount numeric not null,
  primary key (uid, asset, day)
);

-- What a day added to FUTURES, own isolated margins included.
create table portfolio_futures_days (
  uid bigint not null,
  asset text not null,
  day int not null,
  realised numeric not null,
  fees numeric not null,
  funding numeric not null,
  other numeric not null,
  moved numeric not null,
  primary key (uid, asset, day)
);

-- Positions as they were at the end of a day, for days on which they changed.
create table portfolio_position_days (
  uid bigint not null,
  symbol text not null,
  position_side text not null,
  day int not null,
  direction text not null,
  -- 0: closed.
  quantity numeric not null,
  cost numeric not null,
  primary key (uid, symbol, position_side, day)
);

-- What came into SPOT and FUTURES from elsewhere on a day, less what left, in units of USDT at the prices of the moment.
create table portfolio_moves (
  uid bigint not null,
  day int not null,
  value numeric not null,
  -- Something without a price was moved too.
  is_unknown boolean not null,
  primary key (uid, day)
);
