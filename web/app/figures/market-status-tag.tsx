import { CirclePause } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { useTranslation } from '../i18n/use-translation.tsx';
import { restrictionOf, type TradingStatus } from '@agio/contracts/market-restrictions';

type StatusProps = {
  /** Undefined while it is not known. */
  readonly status: TradingStatus | undefined;
  readonly className?: string;
};

/** In a word what a market does not take now; nothing of one that takes everything. */
export function MarketStatusTag({ status, className }: StatusProps) {
  const { t } = useTranslation();
  const restriction = restrictionOf(status);
  if (restriction === null) return null;
  return (
    <span
      className={classNames(
        'rounded-[3px] bg-warn-tint px-1.5 py-0.5 text-11 leading-4 font-medium whitespace-nowrap text-warn',
        className,
      )}
    >
      {t(`common.market_${restriction}`)}
    </span>
  );
}

/** The same as a sign, where there is no room for the word; it is read out. */
export function MarketStatusSign({ status }: Pick<StatusProps, 'status'>) {
  const { t } = useTranslation();
  const restriction = restrictionOf(status);
  if (restriction === null) return null;
  const word = t(`common.market_${restriction}`);
  return (
    <span title={word} className="flex-none">
      <CirclePause role="img" aria-label={word} className="size-3.5 text-warn" />
    </span>
  );
}
