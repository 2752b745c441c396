-- Price alerts that wait. `was_reached`: on which side of the price the last projected trade was; null before the first one.
create table price_alerts (
  id bigint generated always as identity primary key,
  uid bigint not null references users (uid),
  market text not null check (market in ('SPOT', 'FUTURES')),
  symbol text not null,
  direction text not null check (direction in ('ABOVE', 'BELOW')),
  price bigint not null,
  -- Null: it tells once and is gone.
  pause_hours int,
  was_reached boolean,
  fired_at_ms bigint,
  created_at_ms bigint not null,
  unique (uid, market, symbol, direction, price)
);
create index price_alerts_of_market on price_alerts (market, symbol, direction, was_reached, price);

-- What they told: one row for each crossing.
create table price_alert_firings (
  id bigint generated always as identity primary key,
  alert_id bigint not null,
  uid bigint not null,
  market text not null,
  symbol text not null,
  direction text not null,
  price bigint not null,
  trade_id bigint not null,
  trade_price bigint not null,
  time_ms bigint not null,
  unique (alert_id, trade_id)
);
create index price_alert_firings_of_user on price_alert_firings (uid, id desc);
create index price_alert_firings_by_time on price_alert_firings (time_ms);
