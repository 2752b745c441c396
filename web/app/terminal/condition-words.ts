import type { Translate } from '../i18n/translator.ts';
import type { Side } from '../api/types.ts';

interface Turn {
  readonly side: Side;
  readonly percent: string;
  /** From which price on it follows, as it is shown; empty: from the first on. */
  readonly activation: string;
}

/** What a trailing stop waits for, in words. */
export function turnWords(t: Translate, { side, percent, activation }: Turn): string {
  const key = side === 'BUY' ? 'terminal.when.turns_up' : 'terminal.when.turns_down';
  return activation === '' ? t(key, { percent }) : t(`${key}_from`, { percent, price: activation });
}
