/** How orders are named on their lines of the chart. Pure. */
import type { StopOrder } from '../../api/calls/futures.ts';
import type { Translate } from '../../i18n/translator.ts';
import { isExit } from '../../live/futures/is-exit.ts';
import type { OwnLine } from '../../terminal/chart/own-line.ts';
import { type SidedOrder, sideText } from '../../terminal/side-text.ts';

/** What it does, in the words of the tables, and its size; empty where that is not known before it fires. */
export function orderLabel(t: Translate, order: SidedOrder, size: string): string {
  return `${sideText(t, order)} ${size}`.trim();
}

/** An exit is called TP or SL; what closes is its side. Another conditional order may go either way. */
export function stopLabel(
  t: Translate,
  stop: SidedOrder & Pick<StopOrder, 'type' | 'group'>,
  size: string,
): Pick<OwnLine, 'kind' | 'label'> {
  if (isExit(stop)) return { label: `${exitName(t, stop)} ${size}`.trim() };
  const kind = stop.type === 'TAKE_PROFIT' ? 'futures.ticket.take_profit' : 'futures.ticket.type_STOP';
  return { kind: t(kind), label: orderLabel(t, stop, size) };
}

export const exitName = (t: Translate, { type }: Pick<StopOrder, 'type'>): string =>
  t(type === 'TAKE_PROFIT' ? 'futures.ticket.take_profit' : 'futures.ticket.stop_loss');
