/** What an order waits for, in the few words that a narrow table has room for. */
import type { Translate } from '../../../i18n/translator.ts';
import { formatUnits } from '../../../../ui/decimal.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { trailStateWords } from '../../../terminal/tables/trail-state.tsx';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { conditionWords } from '../ticket/condition-words.ts';

export interface WaitingWords {
  /** For two lines together with the type: of a trailing stop that follows the price, how far it is. */
  readonly short: string;
  readonly whole: string;
}

/** Undefined of an order without a condition, but for one that its partner's condition cancels. `held`: that it cannot fire now, in words. */
export function waitingWords(
  t: Translate,
  {
    order,
    pair,
    partner,
    held,
  }: { order: Order; pair: Pair | undefined; partner: Order | undefined; held: string | null },
): WaitingWords | undefined {
  const words = conditionWords(t, pair).ofOrder(order);
  if (words === null) {
    const canceled = canceledWords(t, pair, partner);
    return canceled === null ? undefined : { short: canceled, whole: canceled };
  }
  if (order.status !== 'UNTRIGGERED') return { short: t('terminal.when.reached'), whole: words };
  if (held !== null) return { short: `${words} · ${held}`, whole: `${words}\n${held}` };
  const state = trailStateWords(t, { order, decimals: pair?.quotePrecision ?? 8 });
  // No head of a column says here what the words are about.
  const when = t('terminal.when.alone', { when: words });
  if (state === null) return { short: when, whole: when };
  const callback = `${formatUnits(BigInt(order.deltaBips), 2)}%`;
  return { short: isSet(order.extremePrice ?? '') ? `${callback} · ${state}` : when, whole: `${when}\n${state}` };
}

/** That the order of a pair stands in the book, and at which price the other one fires and ends it (trading A1.4); null of any other order. */
export function canceledWords(t: Translate, pair: Pair | undefined, partner: Order | undefined): string | null {
  const when = partner?.status === 'UNTRIGGERED' ? conditionWords(t, pair).ofOrder(partner) : null;
  return when === null ? null : t('terminal.when.canceled', { when });
}
