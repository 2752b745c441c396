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
export function stopCondition(t: Translate, condition: StopCondition): string {
  return `${sourceName(t, condition)}: ${whenWords(t, condition)}`;
}

/**
 * What it waits for and does then, as a sentence: when the price rises to 205.53, sell 2 SOL at the market price. `limit`: empty of one
 * that trades at the market.
 */
export function stopSentence(
  t: Translate,
  condition: StopCondition,
  { quantity, limit }: { readonly quantity: string; readonly limit: string },
): string {
  const { side } = condition;
  const act =
    limit === ''
      ? t(`terminal.when.then_market_${side}`, { quantity })
      : t(`terminal.when.then_limit_${side}`, { quantity, price: limit });
  const sentence = t('terminal.when.sentence', { when: whenWords(t, condition), act });
  return `${sentence} ${t('futures.ticket.source')}: ${sourceName(t, condition)}.`;
}

const sourceName = (t: Translate, { source }: Pick<StopCondition, 'source'>): string =>
  t(source === 'LAST' ? 'futures.last' : source === 'MARK' ? 'futures.mark' : 'futures.index');

function whenWords(t: Translate, { type, side, trigger, percent, activation }: StopCondition): string {
  if (type === 'TRAILING_STOP') return turnWords(t, { side, percent, activation });
  return t(firesUpward({ type, side }) ? 'terminal.when.price_rises' : 'terminal.when.price_falls', { price: trigger });
}
