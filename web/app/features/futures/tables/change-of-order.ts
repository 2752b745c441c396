/** Changes of orders and exits of a contract in words: what changed from what to what. Pure. */
import type { Translate } from '../../../i18n/translator.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import type { Contract, FuturesOrder, StopOrder } from '../../../api/calls/futures.ts';
import { listed } from '../../../i18n/isolated.ts';
import { changeText } from '../../../terminal/change-words.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { unitsOf } from '../margin.ts';
import { type AmendStopField, stopValuesOf } from './amended-stop.ts';
import { stopWords } from './stop-words.ts';

type Changeable = Pick<FuturesOrder, 'price' | 'quantity'>;

/** Of a change that the exchange had made before, the order as it is. */
export function amendedWords(t: Translate, before: Changeable, changed: FuturesOrder, contract: Contract): string {
  const { base, settle, pricePrecision } = contract;
  const fields = [
    ['price', t('terminal.ticket.price'), settle, (text: string) => formatNumber(text, pricePrecision)],
    ['quantity', t('terminal.ticket.quantity'), base, (text: string) => formatAmount(text, 8)],
  ] as const;
  const changes = fields
    .filter(([field]) => unitsOf(before[field]) !== unitsOf(changed[field]))
    .map(([field, name, unit, shown]) =>
      changeText({ name, from: shown(before[field]), to: shown(changed[field]), unit }),
    );
  return changes.length === 0 ? stopWords(t, [contract]).nameOf(changed) : listed([changed.symbol, ...changes]);
}

/** The names and units of what can be changed of a conditional order. */
export function stopLabels(
  t: Translate,
  { base, settle }: Pick<Contract, 'base' | 'settle'>,
): Readonly<Record<AmendStopField, readonly [label: string, unit: string]>> {
  return {
    triggerPrice: [t('terminal.ticket.trigger'), settle],
    callback: [t('terminal.ticket.callback'), '%'],
    activationPrice: [t('terminal.ticket.activation'), settle],
    price: [t('terminal.ticket.price'), settle],
    quantity: [t('terminal.ticket.quantity'), base],
  };
}

/** The same of a conditional order or exit. */
export function amendedStopWords(t: Translate, before: StopOrder, changed: StopOrder, contract: Contract): string {
  const labels = stopLabels(t, contract);
  const [was, is] = [stopValuesOf(before), stopValuesOf(changed)];
  const shown = (field: AmendStopField, text = ''): string =>
    field === 'callback' || field === 'quantity' ? formatAmount(text, 8) : formatNumber(text, contract.pricePrecision);
  const changes = (Object.keys(is) as AmendStopField[])
    .filter((field) => unitsOf(was[field] ?? '0') !== unitsOf(is[field] ?? '0'))
    .map((field) => {
      const [name, unit] = labels[field];
      const from = isSet(was[field] ?? '') ? shown(field, was[field]) : '–';
      return changeText({ name, from, to: shown(field, is[field]), unit });
    });
  return changes.length === 0 ? stopWords(t, [contract]).nameOf(changed) : listed([changed.symbol, ...changes]);
}

/** Trigger prices; empty: there is none. */
export interface ExitPrices {
  readonly takeProfit: string;
  readonly stopLoss: string;
}

/** Both exits of a position as far as they changed; undefined where neither did. */
export function exitChange(
  t: Translate,
  { symbol, settle, pricePrecision }: Pick<Contract, 'symbol' | 'settle' | 'pricePrecision'>,
  before: ExitPrices,
  now: ExitPrices,
): string | undefined {
  const shown = (price: string) => (isSet(price) ? formatNumber(price, pricePrecision) : '–');
  const names = { takeProfit: t('futures.ticket.take_profit'), stopLoss: t('futures.ticket.stop_loss') };
  const changes = (['takeProfit', 'stopLoss'] as const)
    .filter((exit) => shown(before[exit]) !== shown(now[exit]))
    .map((exit) => changeText({ name: names[exit], from: shown(before[exit]), to: shown(now[exit]), unit: settle }));
  return changes.length === 0 ? undefined : listed([symbol, ...changes]);
}
