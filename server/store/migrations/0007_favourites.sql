create table favourites (
  uid bigint not null references users (uid),
  type text not null,
  symbol text not null,
  added_at_ms bigint not null,
  primary key (uid, type, symbol)
);
