-- Receipts of deleveragings called the takeover inventory "stock".
update futures_receipts
set body = (body - 'stockQuantity' - 'stockCost')
  || jsonb_build_object('inventoryQuantity', body -> 'stockQuantity', 'inventoryCost', body -> 'stockCost')
where kind = 'Deleveraged' and body ? 'stockQuantity';
