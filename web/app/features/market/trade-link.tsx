import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';

type TradeLinkProps = {
  /** Where it leads: the terminal of this market. */
  readonly to: string;
  /** Names the market for who hears the link without its row. */
  readonly pair: string;
};

/** From a row to its terminal: a word where there is room, a picture on phones, and nothing on those too narrow for it. */
export function TradeLink({ to, pair }: TradeLinkProps) {
  const { t } = useTranslation();
  return (
    <Link
      to={to}
      aria-label={t('market.trade_pair', { pair })}
      title={t('market.trade_pair', { pair })}
      className={buttonClass(
        'line',
        'xs',
        `relative z-[1] align-middle max-md:size-11 max-md:border-0 max-md:px-0 max-md:text-muted ${WITHOUT_ROOM}`,
      )}
    >
      <ArrowLeftRight aria-hidden className="size-4 md:hidden" />
      <span className="max-md:hidden">{t('market.trade')}</span>
    </Link>
  );
}

/** Below 380 pixels, with large text, and just above where rows stop to be stacked, name and price need the whole row. */
const WITHOUT_ROOM = 'max-[379px]:hidden cramped:hidden min-[480px]:max-[559px]:hidden';

/** How wide the column of buttons is on small phones, with the link and without it; for the grid of `stackedRow`. */
export const STACKED_BUTTONS =
  'stacked:[--row-buttons:5.5rem] max-[379px]:[--row-buttons:2.75rem] cramped:[--row-buttons:2.75rem]';
