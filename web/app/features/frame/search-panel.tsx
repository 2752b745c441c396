import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Change } from '../../../ui/price.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { quietCall } from '../../api/client.ts';
import { getPairs, getTickers } from '../../api/spot.ts';
import type { Pair, Ticker } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { QueryProvider } from '../../api/query.tsx';
import { PairName } from '../../figures/pair-name.tsx';
import { findPairs } from './find-pairs.ts';

/** What the search dialog holds; loaded when the dialog is first opened. */
export default function SearchPanel({ onDone }: { onDone: () => void }) {
  return (
    <QueryProvider>
      <Panel onDone={onDone} />
    </QueryProvider>
  );
}

function Panel({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const pairs = useQuery({ queryKey: ['pairs'], queryFn: () => getPairs(quietCall) });
  const tickers = useQuery({ queryKey: ['tickers'], queryFn: () => getTickers(quietCall) });
  const found = findPairs(pairs.data ?? [], text);
  const go = (pair: Pair | undefined) => {
    if (!pair) return;
    onDone();
    void navigate(to(`/spot-trade/${pair.symbol}`));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return go(found[active]);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setActive((now) => Math.max(0, Math.min(found.length - 1, now + step)));
  };
  return (
    <div className="p-2">
      <span className="field-well flex h-11 items-center gap-2 px-3">
        <Search aria-hidden className="size-4 text-faint" />
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls="market-search-list"
          aria-activedescendant={found[active] ? `market-${found[active].symbol}` : undefined}
          aria-label={t('frame.search')}
          placeholder={t('frame.search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="h-full flex-1 text-14 text-fg"
        />
      </span>
      {pairs.isPending ? <SkeletonRows rows={6} height="h-11" label={t('common.loading')} /> : null}
      {pairs.isError ? (
        <ErrorState
          text={t('common.load_failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void pairs.refetch()}
        />
      ) : null}
      {pairs.data && found.length === 0 ? (
        <p className="px-3 py-6 text-center text-muted">{t('frame.search_empty', { text })}</p>
      ) : null}
      <ul id="market-search-list" role="listbox" aria-label={t('frame.markets')} className="mt-1">
        {found.map((pair, index) => (
          <Result
            key={pair.symbol}
            pair={pair}
            ticker={tickers.data?.find((ticker) => ticker.symbol === pair.symbol)}
            isActive={index === active}
            onChoose={() => go(pair)}
          />
        ))}
      </ul>
    </div>
  );
}

type ResultProps = {
  readonly pair: Pair;
  readonly ticker: Ticker | undefined;
  readonly isActive: boolean;
  readonly onChoose: () => void;
};

function Result({ pair, ticker, isActive, onChoose }: ResultProps) {
  return (
    // The combobox handles the keys; a listbox option takes clicks only.
    <li
      id={`market-${pair.symbol}`}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      className={classNames(
        'flex h-11 cursor-pointer items-center gap-3 rounded-1 px-3 hover:bg-hover',
        isActive && 'bg-accent-tint',
      )}
    >
      <CoinIcon asset={pair.base} className="size-6" />
      <span className="min-w-0 flex-1 truncate">
        <PairName pair={pair} />
        <span translate="no" className="ms-2 text-12 text-faint">
          {pair.baseName}
        </span>
      </span>
      {ticker ? (
        <>
          <bdi className="font-medium">{formatNumber(ticker.lastPrice, pair.quotePrecision)}</bdi>
          <Change percent={ticker.changePercent} look="text" className="min-w-20 text-12" />
        </>
      ) : null}
    </li>
  );
}
