import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { useIsMounted } from '../../start/use-is-mounted.ts';
import { type SidedOrder, sideText } from '../side-text.ts';
import { fullTime, rowTime, zoneName } from '../clock.ts';

type TimeCellProps = {
  readonly time: number;
  /** When what the row shows was changed last; `time` where it never was. */
  readonly changedAt?: number;
};

/** The reader's zone is known only in the browser: until the page runs it is UTC. At the pointer the whole date with its zone. */
export function TimeCell({ time, changedAt = time }: TimeCellProps) {
  const { t } = useTranslation();
  const isLocal = useIsMounted();
  const whole = fullTime(time, isLocal);
  const title =
    changedAt > time ? `${whole}\n${t('terminal.changed_at', { time: fullTime(changedAt, isLocal) })}` : whole;
  return (
    // Day and time one below the other where the table would be wider than its panel.
    <bdi className="text-muted md:in-data-[tight]:whitespace-normal" title={title} suppressHydrationWarning>
      {rowTime(time, Date.now(), isLocal)}
    </bdi>
  );
}

/** Says in which zone the times below it are. */
export function TimeHead() {
  const { t } = useTranslation();
  const isLocal = useIsMounted();
  return (
    <>
      {t('terminal.time')} · <bdi>{zoneName(Date.now(), isLocal)}</bdi>
    </>
  );
}

/** The side is a word; its color only repeats it. */
export function SideCell({ of: order }: { of: SidedOrder }) {
  const { t } = useTranslation();
  return <span className={order.side === 'BUY' ? 'text-up' : 'text-down'}>{sideText(t, order)}</span>;
}

type MarketLinkProps = { readonly to: string; readonly asset: string; readonly name: string };

type TwoLinesProps = { readonly top: ReactNode; readonly bottom: ReactNode };

/** Two figures that are read together, one below the other, so that what belongs together is in sight in a narrow panel too. */
export function TwoLines({ top, bottom }: TwoLinesProps) {
  return (
    <span className="inline-block leading-4 md:py-0.5">
      <span className="block">{top}</span>
      <span className="block text-muted">{bottom}</span>
    </span>
  );
}

/** What was traded, and below it to which side; on a phone both stand in the head of the row's card. */
export function MarketAndSide({ market, side }: { readonly market: ReactNode; readonly side: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-x-2 md:flex-col md:items-start md:py-0.5 md:leading-4">
      {market}
      {side}
    </span>
  );
}

/** A market's name, which leads to its terminal. */
export function MarketLink({ to, asset, name }: MarketLinkProps) {
  return (
    <Link
      to={to}
      className="inline-flex items-center gap-1.5 align-middle font-semibold hover:text-accent max-md:min-h-6"
    >
      <CoinIcon asset={asset} className="size-4" />
      <bdi translate="no">{name}</bdi>
    </Link>
  );
}

type TypeAndTagsProps = {
  readonly type: ReactNode;
  readonly tags: readonly string[];
  /** What it waited for. */
  readonly below?: string | undefined;
  /** What it waits for, where a table has little room: behind the tags, both together in two lines. */
  readonly behind?: { readonly short: string; readonly whole: string } | undefined;
};

/** The type of an order, and behind it in small what is special about it; below it where a table has little room. */
export function TypeAndTags({ below, behind, ...named }: TypeAndTagsProps) {
  if (behind !== undefined)
    return (
      <span
        title={behind.whole}
        className="md:@max-[1120px]:line-clamp-2 md:@max-[1120px]:min-w-68 md:@max-[1120px]:whitespace-normal md:@max-[820px]:line-clamp-4 md:@max-[820px]:min-w-52 md:@max-[560px]:min-w-40"
      >
        <Tags {...named} isInText />
        <span className="hidden text-11 text-muted md:@max-[1120px]:inline"> {behind.short}</span>
      </span>
    );
  if (below === undefined) return <Tags {...named} />;
  return (
    <span className="inline-block md:max-w-72 md:min-w-40 md:py-1 md:whitespace-normal">
      <Tags {...named} />
      <span className="block text-11 text-muted">{below}</span>
    </span>
  );
}

type TagsProps = Pick<TypeAndTagsProps, 'type' | 'tags'> & { readonly isInText?: boolean };

function Tags({ type, tags, isInText = false }: TagsProps) {
  return (
    <span
      className={classNames(
        'flex items-center gap-x-1.5',
        isInText ? 'md:@max-[1120px]:inline' : 'md:@max-[1120px]:max-w-44 md:@max-[1120px]:flex-wrap',
      )}
    >
      {type}
      {tags.map((tag) => (
        <span
          key={tag}
          className={classNames(
            'rounded-[3px] bg-hover px-1.5 text-11 text-muted',
            isInText && 'md:@max-[1120px]:ms-1.5 md:@max-[1120px]:whitespace-nowrap',
          )}
        >
          {tag}
        </span>
      ))}
    </span>
  );
}
