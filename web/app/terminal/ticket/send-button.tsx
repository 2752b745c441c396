import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { OfflineNote } from '../stale-prices.tsx';
import { TicketFoot } from './ticket-foot.tsx';
import type { Side } from '../../api/types.ts';

type SendButtonProps = {
  readonly side: Side;
  readonly isBusy: boolean;
  /** The answer was lost: what became of the order is being asked. */
  readonly isLost: boolean;
  readonly label: string;
  /** How much of what. */
  readonly size: string;
};

export function SendButton({ side, isBusy, isLost, label, size }: SendButtonProps) {
  const { t } = useTranslation();
  return (
    <TicketFoot>
      <OfflineNote />
      <Button
        type="submit"
        look={side === 'BUY' ? 'buy' : 'sell'}
        busy={isBusy}
        className="h-12 w-full flex-none md:h-10"
      >
        {isBusy ? (
          t(isLost ? 'terminal.ticket.checking' : 'terminal.ticket.sending')
        ) : (
          // One text: as two they would stand apart by the gap between a button's picture and its words.
          <span>
            {label} <bdi>{size}</bdi>
          </span>
        )}
      </Button>
      <p role="status" className="text-11 text-warn empty:hidden">
        {isLost ? t('terminal.order.checking') : null}
      </p>
    </TicketFoot>
  );
}
