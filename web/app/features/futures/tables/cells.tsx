import { useTranslation } from '../../../i18n/use-translation.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import type { Position } from '../../../api/calls/futures.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { MarketLink } from '../../../terminal/tables/cells.tsx';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { DirectionTag } from './direction-tag.tsx';

export function ContractCell({ symbol }: { symbol: string }) {
  const { to } = useLocale();
  const { contracts } = useFuturesMarket();
  return (
    <MarketLink
      to={to(`/contract-trade/${symbol}`)}
      asset={contractOf(contracts, { symbol })?.base ?? symbol}
      name={symbol}
    />
  );
}

type PositionCellProps = {
  readonly position: Position;
  /** What happened to it, beside the contract. */
  readonly note?: string | null;
};

/** A position's contract and direction. */
export function PositionCell({ position, note = null }: PositionCellProps) {
  return (
    <span className="inline-flex items-center gap-x-2 md:@max-[1120px]:flex-col md:@max-[1120px]:items-start md:@max-[1120px]:py-1">
      <span className="inline-flex items-center gap-1.5">
        <ContractCell symbol={position.symbol} />
        {note === null ? null : <span className="rounded-[3px] bg-warn-tint px-1.5 text-11 text-urgent">{note}</span>}
      </span>
      <DirectionTag position={position} />
    </span>
  );
}

/** Five lights: how near the position stands to being deleveraged; one or two are calm. */
export function AdlLights({ lights }: { lights: number }) {
  const { t } = useTranslation();
  if (lights === 0) return <span className="text-faint">–</span>;
  const tone = lights >= 5 ? 'bg-down' : lights >= 3 ? 'bg-warn' : 'bg-up';
  const label = t('futures.table.adl_of', { lights: String(lights) });
  return (
    <span
      role="img"
      aria-label={label}
      title={`${label}. ${t('futures.table.adl_hint')}`}
      className="inline-flex gap-0.5"
    >
      {[1, 2, 3, 4, 5].map((place) => (
        <i key={place} className={classNames('h-2.5 w-1 rounded-[1px]', place <= lights ? tone : 'bg-line-strong')} />
      ))}
    </span>
  );
}
