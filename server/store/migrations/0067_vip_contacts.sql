-- Who asked for VIP service, and what each wrote.
create table vip_contacts (
  id bigint generated always as identity primary key,
  uid bigint not null references users (uid),
  name text not null,
  contact text not null,
  country text not null,
  -- In USDT, as the person wrote it.
  monthly_volume text not null,
  message text not null,
  sent_at_ms bigint not null
);
create index vip_contacts_of_user on vip_contacts (uid, sent_at_ms desc);
create index vip_contacts_by_time on vip_contacts (sent_at_ms);
