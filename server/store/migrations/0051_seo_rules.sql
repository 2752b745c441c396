-- What an operator says of pages to search engines, over the built-in texts: one field of one pattern in one locale a row.
create table seo_rules (
  locale text not null,
  pattern text not null,
  field text not null,
  content text not null,
  primary key (locale, pattern, field)
);
