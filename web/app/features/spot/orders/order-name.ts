import type { Translate } from '../../../i18n/translator.ts';
import { decimalsOf } from '../../../../ui/decimal.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { pairName } from '../../../figures/market-name.ts';
import { orderWords } from '../../../terminal/order-words.ts';
import { conditionWords } from '../ticket/condition-words.ts';

/** The whole order in one line; `pair` is undefined of a market that is no longer listed. */
export function orderName(t: Translate, order: Order, pair: Pair | undefined): string {
  const units = pair && { base: pair.base, quote: pair.quote, priceDecimals: decimalsOf(pair.tickSize) };
  const condition = order.status === 'UNTRIGGERED' ? conditionWords(t, pair).ofOrder(order) : null;
  return orderWords(
    t,
    { ...order, symbol: pair ? pairName(pair) : order.symbol, type: t(`terminal.type_${order.type}`), condition },
    units,
  );
}
