import type { Translate } from '../i18n/translator.ts';
import { decimal, formatUnits } from '../../ui/decimal.ts';
import { formatAmount, formatSigned, signOf } from '../../ui/format.ts';
import { listed } from '../i18n/isolated.ts';
import { formatAverage } from '../figures/average-price.ts';
import { feeText } from '../figures/fee-text.ts';
import { withRest } from '../figures/rest-text.ts';
import type { FillSum } from '../live/fill-center.ts';
import type { ForcedClosing } from '../live/forced-closings.ts';
import type { LostOrder } from '../live/lost-orders.ts';
import type { OrderRest } from '../live/order-rests.ts';
import type { FilledMarket } from '../live/own-fills.ts';
import { sideText } from './side-text.ts';
import { endReasonText } from './tables/end-reason.ts';

/** More decimals than any price or amount has. */
const SCALE = 18;

export interface FillWords {
  readonly title: string;
  readonly description: string;
}

/**
 * A fill in words: what sent its order, how much of which coin, at what price, for what fee, and whether the other order of its pair ended;
 * of a perpetual what it opened and closed, and the result of that after the fee; then what its order has left. A fee counts without what a
 * voucher paid of it, as the history of positions counts it. Of a market that is not known only the symbol is.
 */
export function fillWords(
  t: Translate,
  fill: FillSum,
  market: FilledMarket | undefined,
  rest: OrderRest | null = null,
): FillWords {
  const { title, description } = wordsOfFill(t, fill, market);
  return { title, description: withRest(t, description, rest, market?.base ?? '') };
}

function wordsOfFill(t: Translate, fill: FillSum, market: FilledMarket | undefined): FillWords {
  const price = market
    ? `${formatAverage(fill.price, market.priceDecimals)} ${market.quote}`
    : formatAmount(fill.price, 8);
  const quote = market?.quote ?? '';
  const fee = formatUnits(decimal(fill.fee, SCALE) - decimal(fill.voucher, SCALE), SCALE);
  // A negative fee is a rebate: it is received.
  const isRebate = signOf(fee) < 0;
  const values = { price, fee: feeText(t, fee.replace('-', ''), fill.feeAsset || quote) };
  const title = titleOf(t, fill, market?.base ?? fill.symbol);
  if (signOf(fill.closedQuantity ?? '0') === 0) {
    const at = t(isRebate ? 'frame.fills.at_rebate' : 'frame.fills.at', values);
    return { title, description: fill.isOfPair ? `${at} · ${t('frame.fills.pair_ended')}` : at };
  }
  // Of an order that closed and opened the fee is of both.
  const isClosing = decimal(fill.closedQuantity ?? '0', SCALE) === decimal(fill.quantity, SCALE);
  const result = formatUnits(decimal(fill.realised, SCALE) - decimal(fee, SCALE), SCALE);
  return {
    title,
    description: t(isRebate ? 'frame.fills.closed_at_rebate' : `frame.fills.${isClosing ? 'closed' : 'turned'}_at`, {
      ...values,
      result: `${formatSigned(result, 2)} ${quote}`.trim(),
    }),
  };
}

/** An order in one-way mode that was larger than the position closed it and opened the other side with the rest. */
function titleOf(t: Translate, { side, quantity, closedQuantity, sentBy }: FillSum, base: string): string {
  const amountOf = (text: string) => ({ amount: `${formatAmount(text, 8)} ${base}` });
  const sender = sentBy === null ? null : t(`frame.fills.by_${sentBy}`);
  const told = (action: string, amount: string, by: string | null) =>
    by === null
      ? t(`frame.fills.${action}`, amountOf(amount))
      : t(`frame.fills.${action}_by`, { ...amountOf(amount), sender: by });
  if (closedQuantity === null) return told(side === 'BUY' ? 'bought' : 'sold', quantity, sender);
  const opened = formatUnits(decimal(quantity, SCALE) - decimal(closedQuantity, SCALE), SCALE);
  const [closes, opens] = side === 'BUY' ? ['SHORT', 'LONG'] : ['LONG', 'SHORT'];
  const done: (readonly [action: string, quantity: string])[] = [
    [`closed_${closes}`, closedQuantity],
    [`opened_${opens}`, opened],
  ];
  const parts = done.filter(([, amount]) => signOf(amount) > 0);
  return parts.map(([action, amount], index) => told(action, amount, index > 0 ? null : sender)).join(' · ');
}

/** What a liquidation or deleveraging closed, at what price, and what was won or lost by it. */
export function closingWords(t: Translate, closing: ForcedClosing, market: FilledMarket | undefined): FillWords {
  const { kind, direction, symbol } = closing;
  const quote = market?.quote ?? '';
  const amount = `${formatAmount(closing.quantity, 8)} ${market?.base ?? symbol}`;
  const price = market
    ? `${formatAverage(closing.price, market.priceDecimals)} ${quote}`
    : formatAmount(closing.price, 8);
  if (direction === 'HEDGE')
    return { title: t('frame.fills.hedge_closed', { amount }), description: t('frame.fills.hedge_result', { price }) };
  const values = { price, result: `${formatSigned(closing.result, 2)} ${quote}`.trim() };
  const isLiquidation = kind === 'LIQUIDATION';
  return {
    title: t(`frame.fills.${isLiquidation ? 'liquidated' : 'deleveraged'}_${direction}`, { amount }),
    description: isLiquidation
      ? t('frame.fills.liquidation_result', { ...values, fee: feeText(t, closing.fee, quote) })
      : t('frame.fills.closing_result', values),
  };
}

/**
 * An order that ended without its user wanting it: what it was, how much of it was filled, and why, as the history says it. One that was
 * refused when its condition came true never was in the book, so only the reason is told of it.
 */
export function lostWords(t: Translate, order: LostOrder, market: FilledMarket | undefined): FillWords {
  const { kind, symbol, quantity, quoteAmount, filledQuantity, isRefused } = order;
  const base = market?.base ?? symbol;
  const amountOf = (text: string) => `${formatAmount(text, 8)} ${base}`;
  const byValue = `${formatAmount(quoteAmount, 8)} ${market?.quote ?? ''}`.trim();
  // What closes whatever is open has no amount: then the coin tells which.
  const amount = signOf(quantity) > 0 ? amountOf(quantity) : signOf(quoteAmount) > 0 ? byValue : base;
  const name = t(kind === 'LIMIT' || kind === 'MARKET' ? `terminal.type_${kind}` : `frame.fills.by_${kind}`);
  const named = { order: listed([name, sideText(t, order), amount]) };
  const reason = endReasonText(t, order.reason || 'NONE');
  if (isRefused) return { title: t('frame.fills.refused', named), description: reason };
  const filled =
    signOf(filledQuantity) > 0
      ? t('frame.fills.lost_filled', { filled: amountOf(filledQuantity) })
      : t('frame.fills.lost_unfilled');
  return { title: t('frame.fills.lost', named), description: `${filled} · ${reason}` };
}
