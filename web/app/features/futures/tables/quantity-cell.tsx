import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import type { Translate } from '../../../i18n/translator.ts';
import type { Closable } from '../closable.ts';

/** An amount that an order shows, and what there is to say of it: that its own is more, or that it closes whatever is open. */
export function closableWords(
  t: Translate,
  { quantity, own, isWhole }: Closable,
  base: string,
): { readonly text: string; readonly why: string | undefined } {
  const amount = (value: string) => `${formatAmount(value, 8)} ${base}`.trim();
  const text = amount(quantity);
  if (isWhole) return { text, why: t('futures.table.closes_whole') };
  return { text, why: own === null ? undefined : t('futures.table.closes_of', { amount: text, own: amount(own) }) };
}

/** With the reason at the pointer in a table, below it in a card, and heard in both. */
export function QuantityCell({ closable, base }: { readonly closable: Closable; readonly base: string }) {
  const { text, why } = closableWords(useTranslation().t, closable, base);
  if (why === undefined) return <>{text}</>;
  return (
    <span title={why}>
      {text}
      <span className="block text-11 whitespace-normal text-muted md:sr-only">{why}</span>
    </span>
  );
}
