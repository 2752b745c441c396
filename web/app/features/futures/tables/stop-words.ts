import type { Translate } from '../../../i18n/translator.ts';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber } from '../../../../ui/format.ts';
import type { Contract, FuturesOrder, Position, StopOrder } from '../../../api/calls/futures.ts';
import { isExit } from '../../../live/futures/is-exit.ts';
import { placedSize } from '../../../terminal/placed-words.ts';
import { orderWords, type OrderUnits } from '../../../terminal/order-words.ts';
import type { tellEnded } from '../../../terminal/tell-outcome.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { closableOf } from '../closable.ts';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { stopCondition, stopSentence } from '../stop-condition.ts';

interface StopWords {
  readonly typeOf: (stop: StopOrder) => string;
  readonly tagsOf: (stop: StopOrder) => readonly string[];
  /** Which price has to do what to wake it. */
  readonly triggerOf: (stop: StopOrder) => string;
  /** What it waits for and does then, as a sentence. */
  readonly sentenceOf: (stop: StopOrder) => string;
  /** Its trigger price, or how far a trailing stop follows: how a label names it. */
  readonly atOf: (stop: StopOrder) => string;
  /** Its limit, or that it trades at the market. */
  readonly priceOf: (stop: StopOrder) => string;
  /** The whole order in one line, to tell it apart from others. With the positions that are open it says what it can still close of them. */
  readonly nameOf: (order: StopOrder | FuturesOrder, positions?: readonly Position[] | null) => string;
  /** How one that ended is called. */
  readonly endedName: (order: StopOrder | FuturesOrder) => Parameters<typeof tellEnded>[2];
}

/** What tables and dialogs call orders, above all conditional ones. `contracts`: for where no market is around, in a question. */
export function useStopWords(): StopWords {
  return useWordsOf(useFuturesMarket().contracts);
}

export function useWordsOf(contracts: readonly Contract[]): StopWords {
  return stopWords(useTranslation().t, contracts);
}

export function stopWords(t: Translate, contracts: readonly Contract[]): StopWords {
  const decimalsOf = ({ symbol }: StopOrder) => contractOf(contracts, { symbol })?.pricePrecision ?? 2;
  const price = (text: string, stop: StopOrder) => (isSet(text) ? formatNumber(text, decimalsOf(stop)) : '–');
  const callbackOf = ({ callbackRate }: StopOrder): string => formatUnits(unitsOf(callbackRate) * 100n, 8);
  const typeOf = ({ type }: StopOrder) =>
    t(type === 'STOP' ? 'futures.ticket.type_STOP' : `terminal.ticket.type_${type}`);
  const conditionOf = (stop: StopOrder) => ({
    ...stop,
    trigger: price(stop.triggerPrice, stop),
    percent: callbackOf(stop),
    activation: isSet(stop.activationPrice) ? price(stop.activationPrice, stop) : '',
  });
  const triggerOf = (stop: StopOrder) => stopCondition(t, conditionOf(stop));
  const nameOf: StopWords['nameOf'] = (order, positions = null) => {
    const isStop = 'stopOrderId' in order;
    const type = isStop ? typeOf(order) : t(`terminal.type_${order.type}`);
    const condition = isStop ? triggerOf(order) : null;
    const { quantity } = closableOf(order, positions);
    return orderWords(t, { ...order, type, quantity, condition }, unitsIn(contracts, order));
  };
  return {
    typeOf,
    tagsOf: (stop) =>
      isExit(stop) ? [t('futures.ticket.exits')] : stop.reduceOnly ? [t('futures.ticket.reduce_only')] : [],
    triggerOf,
    sentenceOf: (stop) =>
      stopSentence(t, conditionOf(stop), {
        quantity: placedSize(stop.quantity, contractOf(contracts, stop)?.base),
        limit: isSet(stop.price) ? price(stop.price, stop) : '',
      }),
    atOf: (stop) => (stop.type === 'TRAILING_STOP' ? `${callbackOf(stop)}%` : price(stop.triggerPrice, stop)),
    priceOf: (stop) => (isSet(stop.price) ? price(stop.price, stop) : t('terminal.type_MARKET')),
    nameOf,
    endedName: (order) => ({
      whole: nameOf(order),
      market: order.symbol,
      base: contractOf(contracts, order)?.base ?? '',
    }),
  };
}

function unitsIn(contracts: readonly Contract[], order: { readonly symbol: string }): OrderUnits | undefined {
  const contract = contractOf(contracts, order);
  return contract && { base: contract.base, quote: contract.settle, priceDecimals: contract.pricePrecision };
}
