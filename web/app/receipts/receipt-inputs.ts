/** What a receipt was computed from, line by line. */
import type { Receipt } from '../api/calls/receipts.ts';

export interface Line {
  /** Key of its name. */
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  /** The value is a key too: a word such as Long. */
  readonly isWord?: boolean;
  /** The first line of another position. */
  readonly isHead?: boolean;
}

const line = (name: string, value: string | number, unit = ''): Line => ({ name, value: String(value), unit });
const word = (name: string, value: string): Line => ({ name, value, unit: '', isWord: true });

type Of<Kind extends Receipt['kind']> = Extract<Receipt, { kind: Kind }>;

export function inputLines(receipt: Receipt): readonly Line[] {
  const lines = linesOf(receipt);
  // A liquidation of a whole cross account has no market of its own.
  if (receipt.symbol === '') return lines;
  const market = word('market', receipt.kind === 'SPOT_FILL' ? 'spot' : 'perpetual');
  return [{ ...market, unit: receipt.symbol }, ...lines];
}

function linesOf(receipt: Receipt): Line[] {
  switch (receipt.kind) {
    case 'SPOT_FILL':
      return spotLines(receipt);
    case 'PERP_FILL':
      return perpLines(receipt);
    case 'FUNDING':
      return fundingLines(receipt);
    case 'LIQUIDATION':
      return liquidationLines(receipt);
    case 'ADL':
      return deleveragingLines(receipt);
  }
}

function spotLines(fill: Of<'SPOT_FILL'>): Line[] {
  return [
    ...fillLines(fill, fill.base, fill.quote),
    ...(fill.feeRest === null ? [] : [restLine(fill.feeRest, fill.quoteScale, fill.quote)]),
    ...(Number(fill.voucher) === 0 ? [] : [line('voucher', fill.voucher, fill.quote)]),
  ];
}

function perpLines(fill: Of<'PERP_FILL'>): Line[] {
  const base = baseOf(fill);
  return [
    ...fillLines(fill, base, fill.settle),
    ...(fill.feeLimit === null
      ? [restLine(fill.feeRest, 8, fill.settle)]
      : [line('fee_limit', fill.feeLimit, fill.settle)]),
    ...(fill.before === null
      ? [line('position', 0, base)]
      : [
          word('direction', fill.before.direction),
          line('position', fill.before.quantity, base),
          line('cost', fill.before.cost, fill.settle),
        ]),
  ];
}

function fillLines(fill: Of<'SPOT_FILL'> | Of<'PERP_FILL'>, base: string, quote: string): Line[] {
  return [
    word('side', fill.side),
    word('role', fill.isMaker ? 'maker' : 'taker'),
    line('price', fill.price, quote),
    line('quantity', fill.quantity, base),
    rateLine('fee_rate', fill.feeRate),
  ];
}

function fundingLines(paid: Of<'FUNDING'>): Line[] {
  return [
    word('direction', paid.direction),
    line('quantity', paid.quantity, baseOf(paid)),
    line('mark_price', paid.markPrice, paid.settle),
    rateLine('rate', paid.rate),
    line('paid', paid.amount, paid.settle),
  ];
}

function liquidationLines(step: Of<'LIQUIDATION'>): Line[] {
  const { settle, scope } = step;
  const hasClosed = Number(step.quantity) !== 0;
  return [
    word('step', step.step),
    line('balance', step.scopeBalance, settle),
    ...scope.flatMap((part) => {
      const base = baseOf({ symbol: part.symbol, settle });
      return [
        { ...word('direction', part.direction), unit: part.symbol, isHead: true },
        line('position', part.quantity, base),
        line('cost', part.cost, settle),
        line('mark_price', part.markPrice, settle),
        rateLine('tier_rate', part.tierRate),
        line('tier_deduction', part.tierDeduction, settle),
      ];
    }),
    ...(hasClosed ? [{ ...line('closed', step.quantity, baseOf(step)), isHead: true }] : []),
    ...(Number(step.tradedValue) === 0 ? [] : [line('traded_value', step.tradedValue, settle)]),
    ...(step.feeRate === null ? [] : [rateLine('fee_rate', step.feeRate)]),
    ...(step.feeLimit === null ? [] : [line('fee_limit', step.feeLimit, settle)]),
    line('fund_before', step.fundBefore, settle),
    line('fund_after', step.fundAfter, settle),
  ];
}

function deleveragingLines(one: Of<'ADL'>): Line[] {
  const { settle } = one;
  const base = baseOf(one);
  return [
    line('rank', one.rank),
    word('direction', one.direction),
    line('position', one.positionQuantity, base),
    line('cost', one.positionCost, settle),
    line('margin', one.margin, settle),
    line('mark_price', one.markPrice, settle),
    line('inventory', one.inventoryQuantity, base),
    line('inventory_cost', one.inventoryCost, settle),
    line('fund_before', one.fund, settle),
  ];
}

/** A contract is named by its coin and what it settles in. */
export function baseOf({ symbol, settle }: { readonly symbol: string; readonly settle: string }): string {
  return symbol.endsWith(settle) ? symbol.slice(0, -settle.length) : symbol;
}

const rateLine = (name: string, rate: string): Line => line(name, percentOf(rate), '%');

/** A fraction as a percent: 0.001 is 0.1. The comma moves in the text, so that nothing is rounded. */
export function percentOf(rate: string): string {
  const sign = rate.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = rate.replace('-', '').split('.');
  const digits = `${whole}${fraction.padEnd(2, '0')}`;
  const at = whole.length + 2;
  const rest = digits.slice(at).replace(/0+$/, '');
  const front = digits.slice(0, at).replace(/^0+(?=\d)/, '');
  return `${sign}${front}${rest === '' ? '' : `.${rest}`}`;
}

/** In 10^-8 of a unit, which is 10^-scale of the coin. */
function restLine(rest: number, scale: number, unit: string): Line {
  const decimals = scale + 8;
  const fraction = String(rest).padStart(decimals, '0').replace(/0+$/, '');
  return line('fee_rest', fraction === '' ? '0' : `0.${fraction}`, unit);
}
