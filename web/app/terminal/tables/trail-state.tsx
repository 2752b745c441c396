import type { Translate } from '../../i18n/translator.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatNumber } from '../../../ui/format.ts';
import type { Side } from '../../api/types.ts';
import { isSet } from '../ticket/typed-units.ts';

type TrailStateProps = {
  readonly order: {
    readonly side: Side;
    readonly extremePrice?: string | undefined;
    readonly firesAtPrice?: string | undefined;
  };
  /** Decimals of the market's prices. */
  readonly decimals: number;
};

/** Whether a trailing stop follows the price, its extreme price, and where it fires if the price turns now. */
export function TrailState({ order, decimals }: TrailStateProps) {
  const { t } = useTranslation();
  const words = trailStateWords(t, { order, decimals });
  return words === null ? null : <span className="num block text-12 text-muted">{words}</span>;
}

/** Null of an order that follows nothing. */
export function trailStateWords(t: Translate, { order, decimals }: TrailStateProps): string | null {
  const { side, extremePrice, firesAtPrice } = order;
  if (extremePrice === undefined || firesAtPrice === undefined) return null;
  const values = { extreme: formatNumber(extremePrice, decimals), price: formatNumber(firesAtPrice, decimals) };
  return isSet(extremePrice)
    ? t(side === 'SELL' ? 'terminal.trail.high' : 'terminal.trail.low', values)
    : t('terminal.trail.waits');
}
