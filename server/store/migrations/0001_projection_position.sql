-- The one position of every projection: rows and position change in one transaction.
create table projection_position (
  id int primary key default 1 check (id = 1),
  seq bigint not null
);
insert into projection_position (seq) values (0);
