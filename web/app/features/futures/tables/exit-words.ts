import type { Translate } from '../../../i18n/translator.ts';
import { formatNumber } from '../../../../ui/format.ts';
import type { Contract, SetExits } from '../../../api/calls/futures.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';

type Exits = Pick<SetExits, 'symbol' | 'takeProfit' | 'stopLoss'>;

/** Both exits of a position with their triggers; a dash for one that it does not have. */
export function exitWords(
  t: Translate,
  { symbol, takeProfit, stopLoss }: Exits,
  { pricePrecision }: Pick<Contract, 'pricePrecision'>,
): string {
  const price = (exit: Exits['takeProfit']) =>
    exit !== undefined && isSet(exit.triggerPrice) ? formatNumber(exit.triggerPrice, pricePrecision) : '–';
  const both = `${t('futures.ticket.take_profit')} ${price(takeProfit)} · ${t('futures.ticket.stop_loss')} ${price(stopLoss)}`;
  return `${t('futures.position.exits_title', { symbol })}: ${both}`;
}
