import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type AccountFiguresProps = {
  readonly label: string;
  /** Two or three: a name and an amount. */
  readonly figures: readonly (readonly [name: string, amount: ReactNode])[];
  readonly className?: string;
};

/**
 * What one has, in short: at the foot of a ticket, always in sight; only a panel that has hardly room for the order does without. A column
 * is as wide as its name asks for, so that most names stand in one line. On phones the tab of the account has it.
 */
export function AccountFigures({ label, figures, className }: AccountFiguresProps) {
  return (
    <section
      aria-label={label}
      className={classNames(
        'flex-none border-t border-line px-3 pt-1.5 pb-2 [@container_ticket_(max-height:640px)]:py-1 max-md:hidden [@container_ticket_(max-height:479px)]:hidden',
        className,
      )}
    >
      <dl
        className={classNames(
          'grid justify-between gap-x-2',
          figures.length === 2 ? 'grid-cols-2' : 'grid-cols-[auto_auto_auto]',
        )}
      >
        {figures.map(([name, amount]) => (
          <div key={name} className="flex min-w-0 flex-col justify-between">
            <dt className="text-11 leading-3.5 text-muted">{name}</dt>
            <dd className="leading-5 font-medium wrap-anywhere">
              <bdi>{amount}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
