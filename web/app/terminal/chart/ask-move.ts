/** The question before a dragged line is sent: the change in numbers, and whether the new price is far from the last one. */
import type { Translate } from '../../i18n/translator.ts';
import { ask } from '../../../ui/confirm.ts';
import { formatNumber } from '../../../ui/format.ts';
import type { Instrument } from '../terminal-market.ts';
import type { PriceGap } from '../ticket/price-gap.ts';
import { lookNow } from './use-kept-chart.ts';

interface Move {
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly instrument: Pick<Instrument, 'quote' | 'quotePrecision'>;
  readonly gap: PriceGap | null;
  /** What of the order would fill at once at its new price, as it is shown with its units. */
  readonly atOnce?: { readonly quantity: string; readonly price: string; readonly fee: string } | null;
  /** What else there is to know of the new price, in a sentence. */
  readonly more?: string | undefined;
}

/** Without a question where the user turned it off and the price is not far; a far one is asked about by its own setting. */
export async function askMove(
  t: Translate,
  { label, from, to, instrument, gap, atOnce, more }: Move,
): Promise<boolean> {
  if (gap === null && !lookNow().asksMove) return true;
  const priced = (price: string) => `${formatNumber(price, instrument.quotePrecision)} ${instrument.quote}`;
  const change = t('terminal.chart.move_text', { order: label, from: priced(from), to: priced(to) });
  const far = gap && t(gap.isAbove ? 'terminal.gap.above' : 'terminal.gap.below', { percent: gap.percent });
  return ask({
    title: t(gap ? 'terminal.gap.title' : 'terminal.chart.move_title'),
    text: [change, atOnce ? t('terminal.chart.fills_at_once', atOnce) : null, more, far].filter(Boolean).join(' '),
    confirmLabel: t('terminal.amend.send'),
    cancelLabel: t('common.keep'),
  });
}
