-- The part of a fill's fee that a voucher paid. Null in rows of before this column: there only the entries of the wallet know it.
alter table futures_fills add column voucher numeric;
