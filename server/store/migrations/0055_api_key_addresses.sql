-- From where a key may be used: addresses and networks; none is from anywhere.
alter table api_keys add column ip_list text[] not null default '{}';
