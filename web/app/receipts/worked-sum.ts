/** A figure of a receipt as a sum of numbers that anybody can type into a calculator: 0.1 BTC × 97,242.8 USDT × 0.06% = 5.834568 USDT. */
import { decimal } from '../../ui/decimal.ts';
import { groupThousands } from '../../ui/format.ts';
import type { Receipt } from '../api/calls/receipts.ts';
import type { Check } from './check-receipt.ts';
import { baseOf, percentOf } from './receipt-inputs.ts';

/** All digits, thousands grouped; the minus is as wide as a plus. */
export function figureText(value: string, unit: string): string {
  const [whole = '0', fraction] = value.replace('-', '').split('.');
  const text = `${value.startsWith('-') ? '−' : ''}${groupThousands(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
  return unit === '%' ? `${text}%` : `${text} ${unit}`.trim();
}

/** Of two factors with eight decimals each, the second as one. */
const ONE = 100_000_000n;

interface Factor {
  /** As it counts; a rate as a fraction. */
  readonly value: string;
  readonly shown: string;
}

/** Null of a figure that is no plain product, and of one that another rule made smaller. */
export function workedSum(receipt: Receipt, { name, formula, recomputed, unit }: Check): string | null {
  if (receipt.kind === 'LIQUIDATION') return workedLiquidation(receipt, name, recomputed);
  const factors = factorsOf(receipt, name, formula);
  if (factors === null) return null;
  const exact = factors.reduce((product, { value }) => product.times(value), new Product());
  const result = recomputed.replace('-', '');
  const differs = exact.comparedWith(result);
  if (differs === 'far') return null;
  // The sign is told by the words: a fee is paid, a rebate received; of funding by the figure itself.
  const sign = name === 'due' && recomputed.startsWith('-') ? '−' : '';
  const sum = factors.map(({ shown }) => shown).join(' × ');
  return `${sum} ${differs === 'same' ? '=' : '≈'} ${sign}${figureText(result, unit)}`;
}

type Liquidation = Extract<Receipt, { kind: 'LIQUIDATION' }>;

/**
 * Of a step that closed one position which was alone in its scope: its value at the bankruptcy price is that at mark less the equity (of a
 * short: and the equity), and a fee that took all that was left is the difference of what it traded for and that value (trading B12, B13).
 */
function workedLiquidation(step: Liquidation, name: string, result: string): string | null {
  const { scope, settle, equity, tradedValue, bankruptcyValue, feeRate, fundBefore, fundAfter } = step;
  const [part, other] = scope;
  if (part === undefined || other !== undefined) return null;
  const isLong = part.direction === 'LONG';
  const money = (text: string): string => figureText(text, settle);
  if (name === 'bankruptcy_value') {
    if (part.quantity !== step.quantity) return null;
    const margin = `${isLong === equity.startsWith('-') ? '+' : '−'} ${money(equity.replace('-', ''))}`;
    const exact = decimal(part.quantity, 8) * decimal(part.markPrice, 8);
    const own = decimal(equity, 8) * ONE;
    const sign = exact + (isLong ? -own : own) === decimal(result, 8) * ONE ? '=' : '≈';
    return `${figureText(part.quantity, baseOf({ symbol: part.symbol, settle }))} × ${money(part.markPrice)} ${margin} ${sign} ${money(result)}`;
  }
  if (name !== 'fee') return null;
  const [more, less] = isLong ? [tradedValue, bankruptcyValue] : [bankruptcyValue, tradedValue];
  const tookAll = decimal(more, 8) - decimal(less, 8) === decimal(result, 8);
  const byRate = feeRate === null ? 'far' : new Product().times(tradedValue).times(feeRate).comparedWith(result);
  if (!tookAll && feeRate !== null && byRate !== 'far')
    return `${money(tradedValue)} × ${figureText(percentOf(feeRate), '%')} ${byRate === 'same' ? '=' : '≈'} ${money(result)}`;
  return `${money(tookAll ? more : fundAfter)} − ${money(tookAll ? less : fundBefore)} = ${money(result)}`;
}

function factorsOf(receipt: Receipt, name: string, formula: Check['formula']): readonly Factor[] | null {
  const rate = (value: string): Factor => ({ value, shown: figureText(percentOf(value.replace('-', '')), '%') });
  const factor = (value: string, unit: string): Factor => ({ value, shown: figureText(value, unit) });
  if (receipt.kind === 'FUNDING' && name === 'due') {
    const { quantity, markPrice, settle } = receipt;
    return [factor(quantity, baseOf(receipt)), factor(markPrice, settle), rate(receipt.rate)];
  }
  if (receipt.kind !== 'SPOT_FILL' && receipt.kind !== 'PERP_FILL') return null;
  const [base, quote] =
    receipt.kind === 'SPOT_FILL' ? [receipt.base, receipt.quote] : [baseOf(receipt), receipt.settle];
  const [quantity, price] = [factor(receipt.quantity, base), factor(receipt.price, quote)];
  if (name === 'value') return [quantity, price];
  if (name !== 'fee') return null;
  const isOfBase = formula === 'fee_base' || formula === 'rebate_base';
  return isOfBase ? [quantity, rate(receipt.feeRate)] : [quantity, price, rate(receipt.feeRate)];
}

/** Without its sign, exact. */
class Product {
  private readonly units: bigint;
  private readonly scale: number;
  constructor(units = 1n, scale = 0) {
    this.units = units;
    this.scale = scale;
  }

  times(text: string): Product {
    const [units, scale] = unsigned(text);
    return new Product(this.units * units, this.scale + scale);
  }

  /** near: within two of the last digit that is booked, which rounding and the rests of earlier fees may take. */
  comparedWith(text: string): 'same' | 'near' | 'far' {
    const [units, scale] = unsigned(text);
    const wide = Math.max(this.scale, scale, LAST_DIGIT);
    const at = (value: bigint, from: number): bigint => value * 10n ** BigInt(wide - from);
    const difference = at(this.units, this.scale) - at(units, scale);
    if (difference === 0n) return 'same';
    const size = difference < 0n ? -difference : difference;
    return size <= at(2n, LAST_DIGIT) ? 'near' : 'far';
  }
}

const LAST_DIGIT = 8;

function unsigned(text: string): readonly [units: bigint, scale: number] {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  return [BigInt(whole + fraction), fraction.length];
}
