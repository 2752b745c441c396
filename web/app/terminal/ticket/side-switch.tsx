import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Side } from '../../api/types.ts';

type SideSwitchProps = {
  readonly side: Side;
  readonly labelOf: (side: Side) => string;
  readonly onChange: (side: Side) => void;
};

/** Buy or sell: native radios, so that arrow keys choose. */
export function SideSwitch({ side, labelOf, onChange }: SideSwitchProps) {
  const { t } = useTranslation();
  const look = (value: Side) =>
    value !== side
      ? 'text-muted hover:text-fg'
      : value === 'BUY'
        ? 'bg-up-tint text-up ring-1 ring-inset ring-up'
        : 'bg-down-tint text-down ring-1 ring-inset ring-down';
  return (
    <div
      role="radiogroup"
      aria-label={t('terminal.ticket.side')}
      className="grid h-12 flex-none grid-cols-2 gap-0.5 rounded-1 border border-line bg-well p-0.5 md:h-9 md:pointer-fine:[@container_ticket_(max-height:640px)]:h-8 pointer-coarse:h-12"
    >
      {(['BUY', 'SELL'] as const).map((value) => (
        <label
          key={value}
          className={classNames(
            'grid cursor-pointer place-items-center rounded-[3px] text-13 font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent',
            look(value),
          )}
        >
          <input type="radio" className="sr-only" checked={value === side} onChange={() => onChange(value)} />
          {labelOf(value)}
        </label>
      ))}
    </div>
  );
}
