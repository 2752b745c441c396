import { useTranslation } from '../../../i18n/use-translation.tsx';
import { coinFigure } from '../../../figures/coin-amount.ts';
import { AccountFigures } from '../../../terminal/ticket/account-figures.tsx';
import { useSpotMarket } from '../spot-market.ts';
import { useTicketContext } from './use-ticket-context.ts';

/** What is available of both coins of the market, whichever side the order has. */
export function SpotBalances() {
  const { t } = useTranslation();
  const { pair } = useSpotMarket();
  const { availableBase, availableQuote } = useTicketContext();
  const available = t('terminal.ticket.available');
  return (
    <AccountFigures
      label={available}
      figures={[
        [`${available} (${pair.base})`, coinFigure(availableBase, pair.base)],
        [`${available} (${pair.quote})`, coinFigure(availableQuote, pair.quote)],
      ]}
    />
  );
}
