import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Button } from '../../../../ui/button.tsx';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { useSpotMarket } from '../spot-market.ts';
import { soldByQuantity, type SellByTotal } from './sell-by-total.ts';
import type { TicketContext } from './ticket.ts';

type SellAllOfferProps = { readonly sell: SellByTotal; readonly context: TicketContext };

/** Says that a sell by total leaves some of the coin, and offers the way that sells all of it. */
export function SellAllOffer({ sell: { most, left, worstPrice }, context }: SellAllOfferProps) {
  const { t } = useTranslation();
  const { ticket: store } = useSpotMarket();
  const { base, quote, quotePrecision } = context.pair;
  const values = {
    most: `${formatNumber(most, quotePrecision)} ${quote}`,
    left: `${formatAmount(left, 8)} ${base}`,
    price: `${formatNumber(worstPrice, quotePrecision)} ${quote}`,
  };
  return (
    <div role="status" className="mt-2 grid justify-items-start gap-1.5 text-12 text-warn">
      <p>{t('spot.ticket.total_leaves', values)}</p>
      <Button size="xs" onClick={() => store.setState((now) => soldByQuantity(now, context))}>
        {t('spot.ticket.sell_all_by_amount')}
      </Button>
    </div>
  );
}
