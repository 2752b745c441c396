-- Up to where somebody has seen what the bell tells, on whichever device.
create table notifications_seen (
  uid bigint primary key references users (uid),
  fills_at_ms bigint,
  alert_id bigint
);
