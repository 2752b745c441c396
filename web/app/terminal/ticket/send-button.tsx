import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { takesOrder } from '../../figures/market-status.ts';
import { useRestriction } from '../market-state.tsx';
import { OfflineNote } from '../stale-prices.tsx';
import { TicketFoot } from './ticket-foot.tsx';
import type { Side } from '../../api/types.ts';

/** Stands for the size in the words, so that it can be an element of its own between them. */
const PLACE = '\u0000';

type SendButtonProps = {
  readonly side: Side;
  readonly isBusy: boolean;
  /** The answer was lost: what became of the order is being asked. */
  readonly isLost: boolean;
  /** The words around the size, in the order of the language: buy it, or it buy. */
  readonly labelOf: (size: string) => string;
  /** How much of what. */
  readonly size: string;
  readonly isPostOnly: boolean;
  /** It can only make a position smaller. */
  readonly closes?: boolean;
};

export function SendButton(props: SendButtonProps) {
  const { side, isBusy, isLost, labelOf, size, isPostOnly, closes = false } = props;
  const { t } = useTranslation();
  const restriction = useRestriction();
  const [before, after] = labelOf(PLACE).split(PLACE);
  return (
    <TicketFoot>
      {/* It is about the next press: of an order that is on its way nobody can say that it is not sent later. */}
      {isBusy ? null : <OfflineNote />}
      {restriction === null ? null : (
        <p className="text-12 text-warn">
          {t(`terminal.state.lead_${restriction}`)} {t(`terminal.state.rest_${restriction}`)}
        </p>
      )}
      <Button
        disabled={!takesOrder(restriction, { isPostOnly, closes })}
        type="submit"
        look={side === 'BUY' ? 'buy' : 'sell'}
        busy={isBusy}
        className="h-12 w-full flex-none md:h-10 md:[@container_ticket_(max-height:640px)]:h-9"
      >
        {isBusy ? (
          t(isLost ? 'terminal.ticket.checking' : 'terminal.ticket.sending')
        ) : (
          // One text: as two they would stand apart by the gap between a button's picture and its words.
          <span>
            {before}
            <bdi>{size}</bdi>
            {after}
          </span>
        )}
      </Button>
      <p role="status" className="text-11 text-warn empty:hidden">
        {isLost ? t('terminal.order.checking') : null}
      </p>
    </TicketFoot>
  );
}
