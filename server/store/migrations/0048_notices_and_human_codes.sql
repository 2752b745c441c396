-- Notices of restricted locations. `countries` is sorted and comma-joined; empty is every country.
create table location_notices (
  countries text not null,
  locale text not null,
  display boolean not null,
  title text not null,
  content text not null,
  button text not null,
  updated_at_ms bigint not null,
  primary key (countries, locale)
);

-- Verifications that a call asked for. A row ends when it is used, and 20 minutes after it was made.
create table human_codes (
  biz_id text primary key,
  binding text not null,
  status integer not null,
  salt text not null,
  challenge text not null,
  wrong_answers integer not null,
  created_at_ms bigint not null
);
create index human_codes_by_binding on human_codes (binding);
create index human_codes_by_time on human_codes (created_at_ms);

create table risk_switches (
  name text primary key,
  value integer not null
);
