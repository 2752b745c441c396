/**
 * The formulas as a person reads them. {name} is a figure's own name in the reader's language, so that a formula needs no translation.
 * ⌈ ⌉ rounds up to the smallest unit, ⌊ ⌋ down. What computes is core/formulas/receipts.ts.
 */
const FORMULAS = {
  amount: '{price} × {quantity}',
  fee_base: '⌈{quantity} × {fee_rate}⌉',
  fee_quote: '⌈{value} × {fee_rate}⌉',
  rebate_base: '⌊{quantity} × {fee_rate}⌋',
  rebate_quote: '⌊{value} × {fee_rate}⌋',
  fee_cumulative: '⌈{value} × {fee_rate} + {fee_rest}⌉ − ⌈{fee_rest}⌉',
  fee_liquidation: 'min(⌈{value} × {fee_rate}⌉, {fee_limit})',
  fee_of_fund: 'min(⌈{traded_value} × {fee_rate}⌉, {fee_limit}) = {fund_after} − {fund_before}',
  realised_LONG: '{price} × {closed} − ⌈{cost} × {closed} ÷ {position}⌉',
  realised_SHORT: '⌊{cost} × {closed} ÷ {position}⌋ − {price} × {closed}',
  realised_none: '{closed} = 0',
  due_LONG: '− {quantity} × {mark_price} × {rate}',
  due_SHORT: '{quantity} × {mark_price} × {rate}',
  equity: '{balance} + Σ {pnl}',
  maintenance: 'Σ (⌈{quantity} × {mark_price} × {tier_rate}⌉ − {tier_deduction})',
  mark_value: '{mark_price} × {quantity}',
  bankruptcy_value: '({mark_price} × {position} ∓ {equity} × {scope_share}) × {closed} ÷ {position}',
  score_profit: '({pnl} ÷ {cost}) × ({mark_price} × {position} ÷ ({margin} + {pnl}))',
  score_loss: '({pnl} ÷ {cost}) ÷ ({mark_price} × {position} ÷ ({margin} + {pnl}))',
  closed: 'min({position}, {inventory})',
  value: '⌊{inventory_cost} × {closed} ÷ {inventory}⌋',
  adl_realised_LONG: '{value} − ⌈{cost} × {closed} ÷ {position}⌉',
  adl_realised_SHORT: '⌊{cost} × {closed} ÷ {position}⌋ − {value}',
} as const;

export type Formula = keyof typeof FORMULAS;

/** With the names that `nameOf` gives. */
export function formulaText(formula: Formula, nameOf: (name: string) => string): string {
  return FORMULAS[formula].replace(/\{(\w+)\}/g, (_, name: string) => nameOf(name));
}
