import { ChartColumn } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { directionClass, Triangle } from '../../../ui/price.tsx';
import type { Breadth } from './day-lists.ts';
import { FARTHEST_STEP } from './day-lists.ts';

type BreadthProps = { readonly breadth: Breadth; readonly className?: string };

/** How many markets fell, stayed and rose in the last 24 hours. */
export function BreadthCounts({ breadth, className }: BreadthProps) {
  const { t } = useTranslation();
  const counts = [
    { sign: -1, label: t('market.fell'), count: breadth.fell },
    { sign: 0, label: t('market.unchanged'), count: breadth.unchanged },
    { sign: 1, label: t('market.rose'), count: breadth.rose },
  ] as const;
  return (
    <ul aria-label={t('market.breadth')} className={classNames('flex flex-wrap font-medium', className)}>
      {counts.map(({ sign, label, count }) => (
        <li
          key={sign}
          className={classNames('flex items-center gap-1.5', sign === 0 ? 'text-muted' : directionClass(sign))}
        >
          <Triangle direction={sign} />
          {label} <bdi>{count}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The same as a picture: a column for each step of two percent, those that did not move in the middle. */
export function BreadthCard({ breadth }: BreadthProps) {
  const { t } = useTranslation();
  const middle = (breadth.steps.length - 1) / 2;
  const most = Math.max(...breadth.steps, 1);
  return (
    <section className="flex flex-col border-line px-4 pt-3 pb-2 not-first:border-s max-md:hidden">
      <h2 className="mb-1 flex h-6 items-center gap-2 text-13">
        <ChartColumn aria-hidden className="size-4 text-muted" />
        {t('market.breadth_24h')}
      </h2>
      <div aria-hidden dir="ltr" className="flex min-h-16 flex-1 gap-1 text-11">
        {breadth.steps.map((count, place) => (
          <span key={place} className="flex flex-1 flex-col items-center justify-end">
            <span className="text-faint">{count === 0 ? null : count}</span>
            <span
              className={classNames(
                'w-full',
                place < middle ? 'bg-down' : place > middle ? 'bg-up' : 'bg-line-field',
                count === 0 ? 'h-px opacity-40' : 'min-h-1',
              )}
              style={count === 0 ? undefined : { blockSize: `${(72 * count) / most}%` }}
            />
          </span>
        ))}
      </div>
      <div aria-hidden dir="ltr" className="mt-0.5 flex justify-between text-11 text-faint">
        <bdi>−{FARTHEST_STEP}%</bdi>
        <bdi>0</bdi>
        <bdi>+{FARTHEST_STEP}%</bdi>
      </div>
      {/* Below the columns that they count: a plot runs from left to right in every language. */}
      <BreadthCounts breadth={breadth} className="mt-1 justify-between gap-x-1 text-11 rtl:flex-row-reverse" />
    </section>
  );
}
