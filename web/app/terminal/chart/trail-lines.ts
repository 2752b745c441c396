import type { Translate } from '../../i18n/translator.ts';
import type { Side } from '../../api/types.ts';
import { isSet } from '../ticket/typed-units.ts';
import type { OwnLine } from './own-line.ts';

interface Trailing {
  readonly side: Side;
  readonly activationPrice: string;
  readonly extremePrice?: string | undefined;
  readonly firesAtPrice?: string | undefined;
}

export interface TrailWords {
  /** What it is. */
  readonly name: string;
  /** Its side, quantity and callback. */
  readonly terms: string;
  /** In place of the name, while the line stands where it begins to follow. */
  readonly activation: string;
  /** At the price that it follows from. */
  readonly extreme: string;
}

/** `callback` in percent; `size` says side and quantity, empty where it has none. */
export function trailWords(t: Translate, side: Side, callback: string, size: string): TrailWords {
  // Isolated: from right to left the sign would change its side.
  const percent = `\u2066${callback}%\u2069`;
  const terms = size === '' ? percent : `${size} · ${percent}`;
  const extreme = t(side === 'SELL' ? 'terminal.trail.highest' : 'terminal.trail.lowest');
  const name = t('terminal.ticket.type_TRAILING_STOP');
  return { name, terms, activation: t('terminal.ticket.activation'), extreme };
}

/**
 * A trailing stop on the chart: where it would fire now, which `close` cancels, and the extreme that it follows; before that the price from
 * which on it follows. None while nothing of it is known.
 */
export function trailLines(
  id: string,
  order: Trailing,
  words: TrailWords,
  { close, hint }: Pick<OwnLine, 'close' | 'hint'>,
): OwnLine[] {
  const tone = order.side === 'BUY' ? 'up' : 'down';
  const { activationPrice, extremePrice = '0', firesAtPrice = '0' } = order;
  if (isSet(extremePrice))
    return [
      { id, price: firesAtPrice, tone, kind: words.name, label: words.terms, hint, close },
      { id: `${id} extreme`, price: extremePrice, tone, label: words.extreme, isMinor: true },
    ];
  return isSet(activationPrice)
    ? [{ id, price: activationPrice, tone, kind: words.activation, label: words.terms, hint, close }]
    : [];
}
