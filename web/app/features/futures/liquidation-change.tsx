import { useTranslation } from '../../i18n/use-translation.tsx';

type LiquidationChangeProps = {
  /** Null: nothing is open yet, or no price liquidates it. */
  readonly now: bigint | null;
  readonly after: bigint | null;
  /** Where `after` is null: there is a position, and no price liquidates it, because the funds behind it cover its whole loss. */
  readonly isCovered: boolean;
  readonly price: (units: bigint) => string;
};

/** The liquidation price of a position before and after a change. */
export function LiquidationChange({ now, after, isCovered, price }: LiquidationChangeProps) {
  const { t } = useTranslation();
  // A sentence, which may wrap, unlike the figures around it.
  const covered = <span className="whitespace-normal">{t('futures.no_liquidation')}</span>;
  const shown = after !== null ? price(after) : isCovered ? covered : '–';
  const tone = after === null ? undefined : 'text-warn';
  if (now === null) return <span className={tone}>{shown}</span>;
  return (
    <>
      <span className="text-muted">{price(now)} → </span>
      <span className={tone}>{shown}</span>
    </>
  );
}
