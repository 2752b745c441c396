-- Users' own fee rates and trial rates, in 10^-8 (trading A5.7), from the journal's events; null: the market's own.
create table fee_tiers (
  uid bigint primary key,
  own jsonb,
  trial jsonb,
  trial_end_ms bigint not null
);
