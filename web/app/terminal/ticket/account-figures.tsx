import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type AccountFiguresProps = {
  readonly label: string;
  /** Two or three: a name and an amount. */
  readonly figures: readonly (readonly [name: string, amount: ReactNode])[];
  readonly className?: string;
};

/**
 * What one has, in short: at the end of a ticket, below what the order costs. It takes what room is left: where the order needs all of it,
 * it wraps into a second column, which is out of sight, so that the ticket never scrolls for it. On phones the tab of the account has it.
 */
export function AccountFigures({ label, figures, className }: AccountFiguresProps) {
  return (
    <section
      aria-label={label}
      className={classNames(
        '-mt-2 flex min-h-0 !flex-[1_1_0] flex-col flex-wrap justify-end overflow-hidden max-md:hidden',
        className,
      )}
    >
      <span aria-hidden className="h-2 w-full" />
      <dl
        className={classNames(
          'grid w-full gap-x-3 border-t border-line pt-2',
          figures.length === 2 ? 'grid-cols-2' : 'grid-cols-3',
        )}
      >
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
