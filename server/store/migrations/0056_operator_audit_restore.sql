-- A restore empties all tables of a new database before it fills them: where there are no records, none are lost by that.
create or replace function operator_audit_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' and not exists (select from operator_audit) then
    return null;
  end if;
  raise exception 'the records of the operators are never changed and never deleted';
end
$$;
