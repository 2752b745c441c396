-- What receipts of fills and funding are computed from, and where in the log they stand. It begins with this release: of rows from
-- before these columns are null, unless the database is made anew from the journal.
alter table spot_fills
  add column seq bigint,
  add column event_index int,
  -- 10^-8.
  add column fee_rate bigint,
  -- Null where each fill is charged by itself.
  add column fee_rest bigint,
  -- The part of the fee that a voucher paid, in quote.
  add column voucher bigint;

alter table futures_fills
  add column seq bigint,
  add column event_index int,
  -- Rate, rest and limit of the fee, and the position before; big integers as text.
  add column terms jsonb;

alter table futures_funding_payments
  add column direction text,
  add column due numeric;
