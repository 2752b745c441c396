-- What the operator's secret key makes of a constant: a start with another key is refused before it can do harm.
create table key_check (
  only_one boolean primary key default true check (only_one),
  value text not null
);
