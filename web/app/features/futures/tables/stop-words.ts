import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import type { Contract, StopOrder } from '../../../api/calls/futures.ts';
import { listed } from '../../../i18n/isolated.ts';
import { isExit } from '../../../live/futures/is-exit.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { stopCondition } from '../stop-condition.ts';

interface StopWords {
  readonly typeOf: (stop: StopOrder) => string;
  readonly tagsOf: (stop: StopOrder) => readonly string[];
  /** Which price has to do what to wake it. */
  readonly triggerOf: (stop: StopOrder) => string;
  /** Its trigger price, or how far a trailing stop follows: how a label names it. */
  readonly atOf: (stop: StopOrder) => string;
  /** Its limit, or that it trades at the market. */
  readonly priceOf: (stop: StopOrder) => string;
  /** A dash where it takes whatever is open then. */
  readonly quantityOf: (stop: StopOrder) => string;
  /** In one line, to tell it apart from others; its parts keep their order in every direction of writing. */
  readonly nameOf: (stop: StopOrder) => string;
}

/** What tables and dialogs call conditional orders. `contracts`: for where no market is around, in a question. */
export function useStopWords(): StopWords {
  return useWordsOf(useFuturesMarket().contracts);
}

export function useWordsOf(contracts: readonly Contract[]): StopWords {
  const { t } = useTranslation();
  const decimalsOf = ({ symbol }: StopOrder) => contractOf(contracts, { symbol })?.pricePrecision ?? 2;
  const price = (text: string, stop: StopOrder) => (isSet(text) ? formatNumber(text, decimalsOf(stop)) : '–');
  const callbackOf = ({ callbackRate }: StopOrder): string => formatUnits(unitsOf(callbackRate) * 100n, 8);
  const typeOf = ({ type }: StopOrder) =>
    t(type === 'STOP' ? 'futures.ticket.type_STOP' : `terminal.ticket.type_${type}`);
  const triggerOf = (stop: StopOrder) =>
    stopCondition(t, {
      ...stop,
      trigger: price(stop.triggerPrice, stop),
      percent: callbackOf(stop),
      activation: isSet(stop.activationPrice) ? price(stop.activationPrice, stop) : '',
    });
  const quantityOf = (stop: StopOrder) =>
    isSet(stop.quantity)
      ? `${formatAmount(stop.quantity, 8)} ${contractOf(contracts, { symbol: stop.symbol })?.base ?? ''}`
      : '–';
  return {
    typeOf,
    tagsOf: (stop) =>
      isExit(stop) ? [t('futures.ticket.exits')] : stop.reduceOnly ? [t('futures.ticket.reduce_only')] : [],
    triggerOf,
    atOf: (stop) => (stop.type === 'TRAILING_STOP' ? `${callbackOf(stop)}%` : price(stop.triggerPrice, stop)),
    priceOf: (stop) => (isSet(stop.price) ? price(stop.price, stop) : t('terminal.type_MARKET')),
    quantityOf,
    nameOf: (stop) =>
      listed([
        stop.symbol,
        typeOf(stop),
        t(`terminal.side_${stop.side}`),
        ...(isSet(stop.quantity) ? [quantityOf(stop)] : []),
        triggerOf(stop),
      ]),
  };
}
