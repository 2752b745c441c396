import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type AccountFiguresProps = {
  readonly label: string;
  /** Two or three: a name and an amount. */
  readonly figures: readonly (readonly [name: string, amount: ReactNode])[];
  readonly className?: string;
};

/** What one has, in short: at the end of a ticket, below what the order costs. On phones the tab of the account has it. */
export function AccountFigures({ label, figures, className }: AccountFiguresProps) {
  return (
    <section aria-label={label} className={classNames('mt-auto border-t border-line pt-2 max-md:hidden', className)}>
      <dl className={classNames('grid gap-x-3', figures.length === 2 ? 'grid-cols-2' : 'grid-cols-3')}>
        {figures.map(([name, amount]) => (
          <div key={name} className="flex min-w-0 flex-col justify-between">
            <dt className="text-11 leading-4 text-muted">{name}</dt>
            <dd className="leading-5 font-medium wrap-anywhere">
              <bdi>{amount}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
