import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import type { Contract, StopOrder } from '../../../api/calls/futures.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { TrailState } from '../../../terminal/tables/trail-state.tsx';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';

interface StopWords {
  readonly typeOf: (stop: StopOrder) => string;
  readonly tagsOf: (stop: StopOrder) => readonly string[];
  /** The price that wakes it, and which price that is compared with. */
  readonly triggerOf: (stop: StopOrder) => string;
  /** The same as a sentence, where that says more: of a trailing stop. */
  readonly conditionOf: (stop: StopOrder) => ReactNode | undefined;
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
  const sourceOf = ({ source }: StopOrder): string =>
    t(source === 'LAST' ? 'futures.last' : source === 'MARK' ? 'futures.mark' : 'futures.index');
  const callbackOf = ({ callbackRate }: StopOrder): string => formatUnits(unitsOf(callbackRate) * 100n, 8);
  const typeOf = ({ type }: StopOrder) =>
    t(type === 'STOP' ? 'futures.ticket.type_STOP' : `terminal.ticket.type_${type}`);
  const triggerOf = (stop: StopOrder) =>
    stop.type === 'TRAILING_STOP'
      ? `${sourceOf(stop)} ${callbackOf(stop)}%`
      : `${sourceOf(stop)} ${price(stop.triggerPrice, stop)}`;
  const conditionOf = (stop: StopOrder): ReactNode | undefined => {
    if (stop.type !== 'TRAILING_STOP') return undefined;
    const key = stop.side === 'BUY' ? 'terminal.when.turns_up' : 'terminal.when.turns_down';
    const values = { percent: callbackOf(stop), price: price(stop.activationPrice, stop) };
    return (
      <>
        {`${sourceOf(stop)}: ${t(isSet(stop.activationPrice) ? `${key}_from` : key, values)}`}
        <TrailState order={stop} decimals={decimalsOf(stop)} />
      </>
    );
  };
  const quantityOf = (stop: StopOrder) =>
    isSet(stop.quantity)
      ? `${formatAmount(stop.quantity, 8)} ${contractOf(contracts, { symbol: stop.symbol })?.base ?? ''}`
      : '–';
  return {
    typeOf,
    tagsOf: ({ group, reduceOnly }) =>
      group !== 'OWN' ? [t('futures.ticket.exits')] : reduceOnly ? [t('futures.ticket.reduce_only')] : [],
    triggerOf,
    conditionOf,
    priceOf: (stop) => (isSet(stop.price) ? price(stop.price, stop) : t('terminal.type_MARKET')),
    quantityOf,
    nameOf: (stop) =>
      [
        stop.symbol,
        typeOf(stop),
        t(`terminal.side_${stop.side}`),
        ...(isSet(stop.quantity) ? [quantityOf(stop)] : []),
        triggerOf(stop),
      ]
        .map(isolated)
        .join(' · '),
  };
}
