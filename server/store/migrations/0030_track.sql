-- How often each event of the pages happened: by day (UTC), event and group of pages. Nothing of a person.
create table track_counts (
  day text not null,
  event text not null,
  category text not null,
  count bigint not null,
  primary key (day, event, category)
);
