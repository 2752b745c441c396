import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatNumber } from '../../../../ui/format.ts';
import type { Order } from '../../../api/types.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { useSpotMarket } from '../spot-market.ts';

/** How an order of a pair is called in a sentence: its type, and the price at which it rests or wakes. */
export function useLegName(): (order: Order) => string {
  const { t } = useTranslation();
  const { pairs } = useSpotMarket();
  return ({ type, symbol, price, stopPrice }) => {
    const decimals = pairs.find((pair) => pair.symbol === symbol)?.quotePrecision ?? 8;
    return `${t(`terminal.type_${type}`)} ${formatNumber(isSet(stopPrice) ? stopPrice : price, decimals)}`;
  };
}
