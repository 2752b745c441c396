/** A change of an open order in words. Pure. */
import type { Translate } from '../../../i18n/translator.ts';
import { decimalsOf } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { pairName } from '../../../figures/market-name.ts';
import { listed } from '../../../i18n/isolated.ts';
import { changeText } from '../../../terminal/change-words.ts';
import { isSet, units } from '../../../terminal/ticket/typed-units.ts';
import { type AmendField, valuesOf } from './amended-order.ts';
import { orderName } from './order-name.ts';

/** The name and unit of each field that can be changed. */
export function amendLabels(
  t: Translate,
  { base, quote }: Pair,
): Readonly<Record<AmendField, readonly [label: string, unit: string]>> {
  return {
    stopPrice: [t('terminal.ticket.trigger'), quote],
    callback: [t('terminal.ticket.callback'), '%'],
    activationPrice: [t('terminal.ticket.activation'), quote],
    price: [t('terminal.ticket.price'), quote],
    quantity: [t('terminal.ticket.quantity'), base],
    displayQuantity: [t('terminal.ticket.display'), base],
  };
}

/** What changed from what to what; of a change that the exchange had made before, the order as it is. */
export function amendedWords(t: Translate, before: Order, changed: Order, pair: Pair): string {
  const [from, to] = [valuesOf(before), valuesOf(changed)];
  const labels = amendLabels(t, pair);
  const shown = (field: AmendField, value = ''): string => {
    if (!isSet(value)) return '–';
    if (field === 'callback') return `${value}%`;
    const isAmount = field === 'quantity' || field === 'displayQuantity';
    return isAmount ? formatAmount(value, 8) : formatNumber(value, decimalsOf(pair.tickSize));
  };
  const changes = (Object.keys(from) as AmendField[])
    .filter((field) => units(to[field] ?? '') !== units(from[field] ?? ''))
    .map((field) => {
      const [name, unit] = labels[field];
      const figures = { from: shown(field, from[field]), to: shown(field, to[field]) };
      return changeText({ name, ...figures, unit: field === 'callback' ? '' : unit });
    });
  return changes.length === 0 ? orderName(t, changed, pair) : listed([pairName(pair), ...changes]);
}
