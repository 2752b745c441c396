-- For whom a transfer of the demo's chain was sent: each user has so many in 24 hours. Null for those from before this was counted.
alter table demo_chain_transfers add column sent_for bigint;
create index demo_chain_transfers_of_user on demo_chain_transfers (sent_for, time_ms desc);
