import { useTranslation } from '../../i18n/use-translation.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Segmented } from '../../../ui/segmented.tsx';

const TIMES = ['GTC', 'IOC', 'FOK'] as const;

/** What the two controls of the row choose. */
export interface Standing {
  readonly isPostOnly: boolean;
  readonly timeInForce: (typeof TIMES)[number];
}

type TimeInForceRowProps = Standing & {
  /** The order has to rest in the book, so that it can only stand until it is canceled. */
  readonly mustRest: boolean;
  readonly onChange: (change: Partial<Standing>) => void;
};

/** Of a limit order: whether it may only rest in the book, and how long it stands. */
export function TimeInForceRow({ isPostOnly, timeInForce, mustRest, onChange }: TimeInForceRowProps) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-11 items-center justify-between gap-2 md:min-h-6">
      <Checkbox
        checked={isPostOnly}
        onChange={(isOn) => onChange(isOn ? { isPostOnly: isOn, timeInForce: 'GTC' } : { isPostOnly: isOn })}
      >
        {t('terminal.ticket.post_only')}
      </Checkbox>
      <Segmented
        label={t('terminal.ticket.time_in_force')}
        value={timeInForce}
        onChange={(chosen) => onChange({ timeInForce: chosen })}
        options={TIMES.map((value) => ({ value, label: value, disabled: mustRest && value !== 'GTC' }))}
      />
    </div>
  );
}
