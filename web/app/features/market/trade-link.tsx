import { ArrowLeftRight, Zap } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Pair } from '../../api/types.ts';
import { pairName } from '../../figures/market-name.ts';

/** Below 380 pixels, with large text, and just above where rows stop to be stacked, name and price need the whole row. */
const WITHOUT_ROOM = 'max-[379px]:hidden cramped:hidden min-[480px]:max-[559px]:hidden';
/** On phones a picture, as large as a thumb. */
const ON_PHONES = 'max-md:size-11 max-md:border-0 max-md:px-0 max-md:text-muted';

/** The columns of `stackedRow`: that of the buttons is as wide as the bell with another one, where there is room for that, or without. */
export const STACKED_BUTTONS =
  'stacked:grid-cols-[2rem_1fr_auto_var(--row-buttons,2.75rem)] min-[380px]:[--row-buttons:5.5rem] cramped:[--row-buttons:2.75rem]';

type TradeLinkProps = {
  /** Where it leads: the terminal of this market. */
  readonly to: string;
  /** Names the market for who hears the link without its row. */
  readonly pair: string;
  /** On phones another button has its place, and the row itself leads there. */
  readonly isWideOnly?: boolean;
};

/** From a row to its terminal: a word where there is room, a picture on phones, and nothing on those too narrow for it. */
export function TradeLink({ to, pair, isWideOnly = false }: TradeLinkProps) {
  const { t } = useTranslation();
  const name = t('market.trade_pair', { pair });
  const place = isWideOnly ? 'max-md:hidden' : `${ON_PHONES} ${WITHOUT_ROOM}`;
  return (
    <Link
      to={to}
      aria-label={name}
      title={name}
      className={buttonClass('line', 'xs', `relative z-[1] align-middle ${place}`)}
    >
      <ArrowLeftRight aria-hidden className="size-4 md:hidden" />
      <span className="max-md:hidden">{t('market.trade')}</span>
    </Link>
  );
}

type QuickButtonProps = { readonly pair: Pair; readonly onQuick: (pair: Pair) => void };

/** Opens a market order without leaving the list; its word only on wide screens. */
export function QuickButton({ pair, onQuick }: QuickButtonProps) {
  const { t } = useTranslation();
  const name = t('market.quick_trade', { pair: pairName(pair) });
  return (
    <Button
      look="ghost"
      size="xs"
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      onClick={() => onQuick(pair)}
      className={classNames('relative z-[1] gap-1 align-middle md:me-1', ON_PHONES, WITHOUT_ROOM)}
    >
      <Zap aria-hidden className="size-3.5 max-md:size-4" />
      <span className="max-[1439px]:hidden">{t('market.quick')}</span>
    </Button>
  );
}
