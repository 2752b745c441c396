import type { CurrencyRate } from '@agio/contracts/http/site-settings';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { ToggleButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { tabClass } from '../../../ui/tabs.tsx';
import type { Sparklines } from '../../api/calls/sparklines.ts';
import type { Pair } from '../../api/types.ts';
import { useSlowStore } from '../../live-views/use-store.ts';
import type { TickerFeed } from '../../live/ticker-feed.ts';
import { worthBy } from '../../figures/money.ts';
import { dayList, type DayListName } from './day-lists.ts';
import { MarketTable } from './market-table.tsx';

/** Rows that change their place with every tick cannot be read. */
const ORDER_MS = 1_000;
const TABS = ['popular', 'gainers', 'losers', 'new', 'volume'] as const;
type Tab = 'popular' | DayListName;
const TITLES: Readonly<Record<Tab, string>> = {
  popular: 'market.popular',
  gainers: 'market.gainers',
  losers: 'market.losers',
  new: 'market.new',
  volume: 'market.most_traded',
};
const NONE: Partial<Record<Tab, string>> = { gainers: 'market.no_gainers', losers: 'market.no_losers' };

type HomeMarketsProps = {
  /** In the house's order: the first are the popular ones. Among them are those that lead the other lists. */
  readonly pairs: readonly Pair[];
  readonly feed: TickerFeed;
  readonly sparklines: Sparklines;
  /** By which the most traded ones are told. */
  readonly rates: readonly CurrencyRate[];
  readonly rows: number;
  /** When the server looked, in milliseconds since 1970. */
  readonly nowMs: number;
};

/** A few markets at a time: the popular ones, or those that rose, fell, opened or were traded most. */
export function HomeMarkets({ pairs, feed, sparklines, rates, rows, nowMs }: HomeMarketsProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>('popular');
  const tickers = useSlowStore(feed.tickers, ORDER_MS);
  const listOf = (name: Tab) =>
    name === 'popular' ? pairs : dayList(name, { pairs, tickers, worth: worthBy(rates), nowMs });
  const shown = listOf(tab).slice(0, rows);
  return (
    <>
      <div
        role="group"
        aria-label={t('market.which')}
        className="scroll-quiet flex h-11 gap-5 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {TABS.filter((name) => name !== 'new' || listOf(name).length > 0).map((name) => (
          <ToggleButton
            key={name}
            isOn={tab === name}
            onClick={() => setTab(name)}
            className={tabClass(tab === name, true)}
          >
            {t(TITLES[name])}
          </ToggleButton>
        ))}
      </div>
      {shown.length === 0 ? (
        <EmptyState text={t(NONE[tab] ?? 'market.nothing_found')} className="py-12" />
      ) : (
        <MarketTable pairs={shown} feed={feed} sparklines={sparklines} caption={t(TITLES[tab])} />
      )}
    </>
  );
}
