import type { StopOrder } from '../../api/calls/futures.ts';
import { isExit } from '../../live/futures/is-exit.ts';
import type { OwnLine } from '../../terminal/chart/own-line.ts';

/** An exit has the color of what it brings, whatever side its order is of: a gain or a loss. Other stops have that of their side. */
export function stopTone(stop: Pick<StopOrder, 'group' | 'type' | 'side'>): OwnLine['tone'] {
  const { type, side } = stop;
  if (!isExit(stop) || type === 'TRAILING_STOP') return side === 'BUY' ? 'up' : 'down';
  return type === 'TAKE_PROFIT' ? 'up' : 'down';
}
