/** Every receipt among events, recomputed from its inputs and held against what the core booked. */
import {
  recomputeDeleveraging,
  recomputeFunding,
  recomputeLiquidation,
  recomputePerpFill,
  recomputeSpotFill,
} from '../formulas/receipts.ts';
import { directionOf, type Position } from '../formulas/perp/position.ts';
import type { Core } from '../protocol/core.ts';
import type { CoreEvent, TradeView } from '../protocol/events.ts';
import type { AdlReceipt, LiquidationReceipt, PerpFillTerms, PerpTradeView } from '../protocol/perp-events.ts';
import type { Side } from '../protocol/words.ts';
import type { Reached } from './reached.ts';

/** What the random tests of all products have to reach; what is rarer there has tests of its own. */
export const RECEIPTS_EXPECTED = [
  'deleveraging LONG',
  'deleveraging SHORT',
  'funding in full LONG',
  'funding in full SHORT',
  'liquidation CLOSED ISOLATED',
  'liquidation REDUCED ISOLATED',
  'liquidation STARTED CROSS',
  'liquidation STARTED ISOLATED',
  'liquidation TAKEN_OVER CROSS',
  'liquidation TAKEN_OVER ISOLATED',
  'perp closes',
  'perp flips',
  'perp liquidation',
  'perp opens',
].map((kind) => `receipt ${kind}`);
/** And those of the spot markets. */
export const SPOT_RECEIPTS_EXPECTED = ['BUY', 'SELL'].flatMap((side) =>
  ['quote', 'quote rebate', 'quote with a rest', 'received', 'received rebate'].map(
    (way) => `receipt spot ${side} ${way}`,
  ),
);

export interface ReceiptLine {
  /** What kind of receipt, for counting what a random test reached. */
  readonly kind: string;
  readonly recorded: Readonly<Record<string, number | bigint>>;
  readonly recomputed: Readonly<Record<string, number | bigint>>;
}

type Scales = (symbol: string) => { readonly baseScale: number; readonly quoteScale: number };

/** `scales` are those of a spot market. */
export function receiptLines(event: CoreEvent, scales: Scales): ReceiptLine[] {
  switch (event.kind) {
    case 'Traded':
      return [spotLine(event, true, scales), spotLine(event, false, scales)];
    case 'PerpTraded':
      return [perpLine(event, true), ...(event.takerTerms === null ? [] : [perpLine(event, false)])];
    case 'FundingPaid': {
      const { rate, markPrice, quantity, amount, due } = event;
      const inputs = {
        direction: directionOf(event.direction),
        quantity,
        rate: BigInt(rate),
        markPrice: BigInt(markPrice),
      };
      const kind = `funding ${amount === due ? 'in full' : 'in part'} ${event.direction}`;
      return [{ kind, recorded: { due }, recomputed: recomputeFunding(inputs) }];
    }
    case 'Liquidated':
      return [liquidationLine(event)];
    case 'Deleveraged':
      return [deleveragingLine(event)];
    default:
      return [];
  }
}

/** The receipts that do not recompute to what was booked; counts all of them. */
export function wrongReceipts(events: readonly CoreEvent[], scales: Scales, reached: Reached): string[] {
  const wrong: string[] = [];
  for (const event of events) {
    for (const { kind, recorded, recomputed } of receiptLines(event, scales)) {
      reached.count(`receipt ${kind}`);
      for (const [name, value] of Object.entries(recorded)) {
        const again = recomputed[name];
        if (again === undefined || String(value) !== String(again))
          wrong.push(`${event.seq}.${event.index} ${kind} ${name}: ${value}, recomputed ${String(again)}`);
      }
    }
  }
  return wrong;
}

/** Of the spot markets of an exchange. */
export function scalesOf(core: Core): Scales {
  const scales = new Map(core.assets().map(({ asset, scale }) => [asset, scale]));
  return (symbol) => {
    const market = core.market(symbol)!;
    return { baseScale: scales.get(market.base)!, quoteScale: scales.get(market.quote)! };
  };
}

const other = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');

function spotLine(trade: TradeView, isMaker: boolean, scales: Scales): ReceiptLine {
  const { price, quantity, amount, takerSide } = trade;
  const feeRest = (isMaker ? trade.makerFeeRest : trade.takerFeeRest) ?? null;
  const side = isMaker ? other(takerSide) : takerSide;
  const feeRate = isMaker ? trade.makerRate : trade.takerRate;
  const recomputed = recomputeSpotFill({ side, price, quantity, ...scales(trade.symbol), feeRate, feeRest });
  const kind = `spot ${side} ${feeRest === null ? 'received' : feeRest === 0 ? 'quote' : 'quote with a rest'}${feeRate < 0 ? ' rebate' : ''}`;
  return { kind, recorded: { amount, fee: isMaker ? trade.makerFee : trade.takerFee }, recomputed };
}

function perpLine(trade: PerpTradeView, isMaker: boolean): ReceiptLine {
  const terms = (isMaker ? trade.makerTerms : trade.takerTerms) as PerpFillTerms;
  const { before, feeLimit, feeRate, feeRest } = terms;
  const side = isMaker ? other(trade.takerSide) : trade.takerSide;
  const position: Position | null = before === null ? null : { ...before, direction: directionOf(before.direction) };
  const fields = { price: BigInt(trade.price), quantity: BigInt(trade.quantity), feeRate, feeRest, feeLimit };
  const { closed, ...recomputed } = recomputePerpFill({ side, before: position, ...fields });
  const way = closed === 0n ? 'opens' : closed < fields.quantity ? 'flips' : 'closes';
  return {
    kind: `perp ${feeLimit === null ? way : 'liquidation'}`,
    recorded: {
      amount: trade.amount,
      fee: isMaker ? trade.makerFee : trade.takerFee,
      realised: isMaker ? trade.makerRealised : trade.takerRealised,
    },
    recomputed,
  };
}

function liquidationLine(step: LiquidationReceipt): ReceiptLine {
  const positions = step.scope.map((part) => ({ ...part, direction: directionOf(part.direction) }));
  const at = step.scope.findIndex(
    ({ symbol, positionSide }) => symbol === step.symbol && positionSide === step.positionSide,
  );
  const { quantity, equity, maintenanceMargin, bankruptcyValue, tradedValue } = step;
  const found = recomputeLiquidation({ balance: step.scopeBalance, positions, at, quantity });
  const { markValue, ...recomputed } = found;
  const fee = step.fundAfter - step.fundBefore;
  const recorded = { equity, maintenanceMargin };
  const kind = `liquidation ${step.step} ${step.marginMode}`;
  switch (step.step) {
    case 'HEDGE_CLOSED':
      return { kind, recorded: { ...recorded, tradedValue }, recomputed: { ...recomputed, tradedValue: markValue } };
    case 'REDUCED':
    case 'CLOSED':
      return { kind, recorded: { ...recorded, bankruptcyValue, fee: step.fee }, recomputed: { ...recomputed, fee } };
    case 'TAKEN_OVER':
      return { kind, recorded: { ...recorded, bankruptcyValue }, recomputed };
    default:
      return { kind, recorded, recomputed };
  }
}

function deleveragingLine(one: AdlReceipt): ReceiptLine {
  const { score, quantity, value, realised, margin, markPrice } = one;
  const recomputed = recomputeDeleveraging({
    position: { direction: directionOf(one.direction), quantity: one.positionQuantity, cost: one.positionCost },
    margin,
    markPrice,
    inventory: { quantity: one.inventoryQuantity, cost: one.inventoryCost },
  });
  return { kind: `deleveraging ${one.direction}`, recorded: { score, quantity, value, realised }, recomputed };
}
