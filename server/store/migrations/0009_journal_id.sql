-- Which journal these projections are made from; taken over from the folder at the first start.
alter table projection_position add column journal_id text;
