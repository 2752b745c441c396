-- Who of the operators called; empty where nobody's token was sent, and in records from before operators had names.
alter table operator_audit add column operator text not null default '';
