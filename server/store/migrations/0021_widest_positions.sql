-- Quantity and cost of a position when it was largest: what its history shows, however many orders closed it.
alter table futures_positions add column widest jsonb not null default '{}';
update futures_positions set widest = jsonb_build_object('quantity', body -> 'quantity', 'cost', body -> 'cost');
