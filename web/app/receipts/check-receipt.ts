/**
 * Computes a receipt again, in the browser, by the formulas that the engine books with. The server's figures go in as inputs and are
 * compared with; none of them is taken for a result.
 */
import {
  directionOf,
  recomputeDeleveraging,
  recomputeFunding,
  recomputeLiquidation,
  recomputePerpFill,
  recomputeSpotFill,
} from '@agio/core/formulas';
import { formatUnits, PRICE_SCALE, RATE_SCALE } from '@agio/core/fixed';
import type { Receipt } from '../api/calls/receipts.ts';
import type { Formula } from './formulas.ts';
import { baseOf, inputLines, type Line } from './receipt-inputs.ts';

/** One figure: as it was booked, and as it comes out here. */
export interface Check {
  /** Key of its name. */
  readonly name: string;
  readonly formula: Formula;
  readonly recorded: string;
  readonly recomputed: string;
  readonly unit: string;
  readonly agrees: boolean;
}

export interface CheckedReceipt {
  readonly inputs: readonly Line[];
  readonly checks: readonly Check[];
  /** Nothing differs. */
  readonly agrees: boolean;
}

/** The scale in which contracts count everything. */
const SCALE = 8;

/** Integer units of a decimal text, which may be negative. Throws where the text has more decimals: then it is no figure of the ledger. */
function unitsOf(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  if (fraction.length > scale) throw new RangeError(`${text} has more than ${scale} decimals`);
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return text.startsWith('-') ? -units : units;
}
const of8 = (text: string): bigint => unitsOf(text, SCALE);

export function checkReceipt(receipt: Receipt): CheckedReceipt {
  const checks = checksOf(receipt);
  return { inputs: inputLines(receipt), checks, agrees: checks.every(({ agrees }) => agrees) };
}

function checksOf(receipt: Receipt): Check[] {
  switch (receipt.kind) {
    case 'SPOT_FILL':
      return spotChecks(receipt);
    case 'PERP_FILL':
      return perpChecks(receipt);
    case 'FUNDING':
      return fundingChecks(receipt);
    case 'LIQUIDATION':
      return liquidationChecks(receipt);
    case 'ADL':
      return deleveragingChecks(receipt);
  }
}

type Of<Kind extends Receipt['kind']> = Extract<Receipt, { kind: Kind }>;

interface Figure {
  readonly name: string;
  readonly formula: Formula;
  readonly recorded: string;
  readonly found: bigint;
  readonly scale?: number;
  readonly unit: string;
}

/** Both as integers: the text of a figure may be written in more than one way, its units may not. */
function check({ name, formula, recorded, found, scale = SCALE, unit }: Figure): Check {
  const recomputed = formatUnits(found, scale);
  return { name, formula, recorded, recomputed, unit, agrees: unitsOf(recorded, scale) === found };
}

function spotChecks(fill: Of<'SPOT_FILL'>): Check[] {
  const { side, baseScale, quoteScale, feeRest, quote, feeAsset } = fill;
  const found = recomputeSpotFill({
    side,
    price: Number(unitsOf(fill.price, PRICE_SCALE)),
    quantity: Number(unitsOf(fill.quantity, baseScale)),
    baseScale,
    quoteScale,
    feeRate: Number(unitsOf(fill.feeRate, RATE_SCALE)),
    feeRest,
  });
  const scale = feeAsset === fill.base ? baseScale : quoteScale;
  const way = fill.feeRate.startsWith('-') ? 'rebate' : 'fee';
  const formula = feeRest !== null ? 'fee_cumulative' : (`${way}_${side === 'BUY' ? 'base' : 'quote'}` as const);
  return [
    check({
      name: 'value',
      formula: 'amount',
      recorded: fill.amount,
      found: BigInt(found.amount),
      scale: quoteScale,
      unit: quote,
    }),
    check({ name: 'fee', formula, recorded: fill.fee, found: BigInt(found.fee), scale, unit: feeAsset }),
  ];
}

function perpChecks(fill: Of<'PERP_FILL'>): Check[] {
  const { side, before, feeLimit, feeRest, settle: unit } = fill;
  const found = recomputePerpFill({
    side,
    price: of8(fill.price),
    quantity: of8(fill.quantity),
    feeRate: Number(of8(fill.feeRate)),
    feeRest,
    feeLimit: feeLimit === null ? null : of8(feeLimit),
    before: before && {
      direction: directionOf(before.direction),
      quantity: of8(before.quantity),
      cost: of8(before.cost),
    },
  });
  const formula = feeLimit === null ? 'fee_cumulative' : 'fee_liquidation';
  const result = found.closed === 0n || before === null ? 'realised_none' : (`realised_${before.direction}` as const);
  return [
    check({ name: 'value', formula: 'amount', recorded: fill.amount, found: found.amount, unit }),
    check({ name: 'fee', formula, recorded: fill.fee, found: found.fee, unit }),
    check({ name: 'realised', formula: result, recorded: fill.realised, found: found.realised, unit }),
  ];
}

function fundingChecks({ direction, quantity, markPrice, rate, due, settle: unit }: Of<'FUNDING'>): Check[] {
  const inputs = {
    direction: directionOf(direction),
    quantity: of8(quantity),
    markPrice: of8(markPrice),
    rate: of8(rate),
  };
  return [
    check({ name: 'due', formula: `due_${direction}`, recorded: due, found: recomputeFunding(inputs).due, unit }),
  ];
}

function liquidationChecks(step: Of<'LIQUIDATION'>): Check[] {
  const { settle: unit, scope, symbol, positionSide } = step;
  const found = recomputeLiquidation({
    balance: of8(step.scopeBalance),
    positions: scope.map((part) => ({
      direction: directionOf(part.direction),
      quantity: of8(part.quantity),
      cost: of8(part.cost),
      markPrice: of8(part.markPrice),
      tierRate: of8(part.tierRate),
      tierDeduction: of8(part.tierDeduction),
    })),
    at: scope.findIndex((part) => part.symbol === symbol && part.positionSide === positionSide),
    quantity: of8(step.quantity),
  });
  const checks = [
    check({ name: 'equity', formula: 'equity', recorded: step.equity, found: found.equity, unit }),
    check({
      name: 'maintenance',
      formula: 'maintenance',
      recorded: step.maintenanceMargin,
      found: found.maintenanceMargin,
      unit,
    }),
  ];
  const value = { recorded: step.bankruptcyValue, found: found.bankruptcyValue, unit };
  const moved = of8(step.fundAfter) - of8(step.fundBefore);
  switch (step.step) {
    case 'HEDGE_CLOSED':
      return [
        ...checks,
        check({ name: 'value', formula: 'mark_value', recorded: step.tradedValue, found: found.markValue, unit }),
      ];
    case 'REDUCED':
    case 'CLOSED':
      return [
        ...checks,
        check({ name: 'bankruptcy_value', formula: 'bankruptcy_value', ...value }),
        check({ name: 'fee', formula: 'fee_of_fund', recorded: step.fee, found: moved, unit }),
      ];
    case 'TAKEN_OVER':
      return [...checks, check({ name: 'bankruptcy_value', formula: 'bankruptcy_value', ...value })];
    default:
      return checks;
  }
}

function deleveragingChecks(one: Of<'ADL'>): Check[] {
  const { settle: unit } = one;
  const found = recomputeDeleveraging({
    position: {
      direction: directionOf(one.direction),
      quantity: of8(one.positionQuantity),
      cost: of8(one.positionCost),
    },
    margin: of8(one.margin),
    markPrice: of8(one.markPrice),
    inventory: { quantity: of8(one.inventoryQuantity), cost: of8(one.inventoryCost) },
  });
  const formula = found.score > 0n ? 'score_profit' : 'score_loss';
  return [
    check({ name: 'score', formula, recorded: one.score, found: found.score, unit: '' }),
    check({ name: 'closed', formula: 'closed', recorded: one.quantity, found: found.quantity, unit: baseOf(one) }),
    check({ name: 'value', formula: 'value', recorded: one.value, found: found.value, unit }),
    check({
      name: 'realised',
      formula: `adl_realised_${one.direction}`,
      recorded: one.realised,
      found: found.realised,
      unit,
    }),
  ];
}
