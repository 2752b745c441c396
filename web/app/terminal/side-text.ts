import type { PositionSide, Side } from '@agio/core/words';
import type { Translate } from '../i18n/translator.ts';

export interface SidedOrder {
  readonly side: Side;
  /** Of a perpetual; BOTH in one-way mode. */
  readonly positionSide?: PositionSide | undefined;
}

/** What an order does: it buys or sells; in hedge mode, where two orders of one side may mean opposite things, what it opens or closes. */
export function sideText(t: Translate, { side, positionSide = 'BOTH' }: SidedOrder): string {
  if (positionSide === 'BOTH') return t(`terminal.side_${side}`);
  const opens = (side === 'BUY') === (positionSide === 'LONG');
  return t(opens ? `terminal.open_${side}` : `terminal.close_${side}`);
}
