/** The condition of a conditional order in words, for the ticket and for open orders. */
import type { Translate } from '../../../i18n/translator.ts';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { turnWords } from '../../../terminal/condition-words.ts';
import { callbackBips, firesUpward, hasLimit, type Ticket } from './ticket.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';

interface Condition {
  readonly side: Order['side'];
  readonly isUpward: boolean;
  readonly stopPrice: string;
  readonly bips: number;
  readonly activationPrice: string;
}

export interface ConditionWords {
  /** Null while the ticket is incomplete or has no condition. */
  ofTicket(ticket: Ticket): string | null;
  /** Null for an order without a condition. */
  ofOrder(order: Order): string | null;
}

export function useConditionWords(pair: Pair | undefined): ConditionWords {
  return conditionWords(useTranslation().t, pair);
}

export function conditionWords(t: Translate, pair: Pair | undefined): ConditionWords {
  const price = (value: string) => formatNumber(value, pair?.quotePrecision ?? 8);
  const conditionOf = ({ side, isUpward, stopPrice, bips, activationPrice }: Condition): string => {
    if (bips === 0) return t(isUpward ? 'terminal.when.rises' : 'terminal.when.falls', { price: price(stopPrice) });
    const activation = isSet(activationPrice) ? price(activationPrice) : '';
    return turnWords(t, { side, percent: formatUnits(BigInt(bips), 2), activation });
  };
  return {
    ofTicket(ticket) {
      const { side, type, stopPrice, activationPrice } = ticket;
      const bips = type === 'TRAILING_STOP' ? callbackBips(ticket) : 0;
      if (type === 'LIMIT' || type === 'MARKET') return null;
      if (type === 'TRAILING_STOP' ? bips === 0 : !isSet(stopPrice)) return null;
      // Without its limit price nothing is known of what it will do: not that it trades at the market.
      if (type !== 'OCO' && hasLimit(ticket) && !isSet(ticket.price)) return null;
      const when = conditionOf({ side, isUpward: firesUpward(ticket), stopPrice, bips, activationPrice });
      const limit = type === 'OCO' ? ticket.stopLimitPrice : hasLimit(ticket) ? ticket.price : '';
      const quantity = isSet(ticket.quantity)
        ? `${formatAmount(ticket.quantity, 8)} ${pair?.base ?? ''}`
        : (pair?.base ?? '');
      const act = isSet(limit)
        ? t(`terminal.when.then_limit_${side}`, { quantity, price: price(limit) })
        : t(`terminal.when.then_market_${side}`, { quantity });
      if (type !== 'OCO') return t('terminal.when.sentence', { when, act });
      return t('terminal.when.pair', { rests: isSet(ticket.price) ? price(ticket.price) : '–', when, act });
    },
    ofOrder({ type, side, stopPrice, deltaBips, activationPrice }) {
      if (type === 'LIMIT' || type === 'MARKET') return null;
      const isUpward = type.startsWith('TAKE_PROFIT') !== (side === 'BUY');
      return conditionOf({ side, isUpward, stopPrice, bips: deltaBips, activationPrice });
    },
  };
}
