-- What operators called: a record before a call is run (code null) and one with its outcome, or one for a call that was refused
-- (no call_id). Each holds the hash of the one before, so that a changed or deleted record is noticed.
create table operator_audit (
  id bigint primary key,
  call_id bigint,
  at_ms bigint not null,
  address text not null,
  method text not null,
  path text not null,
  idempotency_key text not null,
  code int,
  previous_hash text not null,
  hash text not null
);

create function operator_audit_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the records of the operators are never changed and never deleted';
end
$$;
create trigger operator_audit_is_kept before update or delete or truncate on operator_audit
  for each statement execute function operator_audit_is_kept();
