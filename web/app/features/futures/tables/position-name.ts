import type { Translate } from '../../../i18n/translator.ts';
import type { Position } from '../../../api/calls/futures.ts';

/** What a question calls a position: BTCUSDT, and in hedge mode, where a contract may have two, its direction: BTCUSDT · Long. */
export function positionName(
  t: Translate,
  { symbol, positionSide }: Pick<Position, 'symbol' | 'positionSide'>,
): string {
  if (positionSide === 'BOTH') return symbol;
  return `${symbol} · ${t(positionSide === 'LONG' ? 'futures.long' : 'futures.short')}`;
}
