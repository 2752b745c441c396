import type { Translate } from '../../i18n/translator.ts';
import type { TriggerSource } from '@agio/core/words';
import type { StopOrder } from '../../api/calls/futures.ts';
import type { Side } from '../../api/types.ts';
import { turnWords } from '../../terminal/condition-words.ts';
import { firesUpward } from '../../terminal/ticket/order-kind.ts';

/** What wakes a conditional order; prices as they are shown, empty where it has none. */
interface StopCondition {
  readonly type: StopOrder['type'];
  readonly side: Side;
  readonly source: TriggerSource;
  readonly trigger: string;
  /** Of a trailing stop. */
  readonly percent: string;
  readonly activation: string;
}

/** The condition in words: which price has to do what. */
export function stopCondition(t: Translate, { type, side, source, trigger, ...trail }: StopCondition): string {
  const name = t(source === 'LAST' ? 'futures.last' : source === 'MARK' ? 'futures.mark' : 'futures.index');
  const key = firesUpward({ type, side }) ? 'terminal.when.price_rises' : 'terminal.when.price_falls';
  return `${name}: ${type === 'TRAILING_STOP' ? turnWords(t, { side, ...trail }) : t(key, { price: trigger })}`;
}
