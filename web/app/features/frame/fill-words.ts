import type { Translate } from '../../i18n/translator.ts';
import { formatAmount, formatNumber, formatSigned, signOf } from '../../../ui/format.ts';
import { feeText } from '../../figures/fee-text.ts';
import type { FillSum } from '../../live/fill-center.ts';
import type { ForcedClosing } from '../../live/forced-closings.ts';
import type { FilledMarket } from '../../live/own-fills.ts';

export interface FillWords {
  readonly title: string;
  readonly description: string;
}

/** A fill in words: how much of which coin, at what price, for what fee. Of a market that is not known only the symbol is. */
export function fillWords(t: Translate, fill: FillSum, market: FilledMarket | undefined): FillWords {
  const amount = `${formatAmount(fill.quantity, 8)} ${market?.base ?? fill.symbol}`;
  const price = market
    ? `${formatNumber(fill.price, market.priceDecimals)} ${market.quote}`
    : formatAmount(fill.price, 8);
  const feeAsset = fill.feeAsset || market?.quote || '';
  // A negative fee is a rebate: it is received.
  const isRebate = signOf(fill.fee) < 0;
  const fee = feeText(t, fill.fee.replace('-', ''), feeAsset);
  return {
    title: t(fill.side === 'BUY' ? 'frame.fills.bought' : 'frame.fills.sold', { amount }),
    description: t(isRebate ? 'frame.fills.at_rebate' : 'frame.fills.at', { price, fee }),
  };
}

/** What a liquidation or deleveraging closed, at what price, and what was won or lost by it. */
export function closingWords(t: Translate, closing: ForcedClosing, market: FilledMarket | undefined): FillWords {
  const { kind, direction, symbol } = closing;
  const quote = market?.quote ?? '';
  const amount = `${formatAmount(closing.quantity, 8)} ${market?.base ?? symbol}`;
  const price = market
    ? `${formatNumber(closing.price, market.priceDecimals)} ${quote}`
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
