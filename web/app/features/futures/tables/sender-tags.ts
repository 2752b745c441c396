import type { Translate } from '../../../i18n/translator.ts';
import type { EndedOrder, StopOrder } from '../../../api/calls/futures.ts';

/** What sent an order that its user did not send: the liquidation, or which conditional order. */
export function senderTags(
  t: Translate,
  { origin, stop }: Pick<EndedOrder, 'origin' | 'stop'>,
  typeOf: (stop: StopOrder) => string,
): readonly string[] {
  if (origin === 'LIQUIDATION') return [t('futures.table.liquidation_fill')];
  if (origin !== 'STOP') return [];
  return [stop === null ? t('terminal.ticket.conditional') : typeOf(stop)];
}
