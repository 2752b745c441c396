import { FileText } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Change } from '../../../ui/price.tsx';
import type { FuturesTicker } from '../../api/calls/futures-markets.ts';
import type { Ticker } from '../../api/types.ts';
import { MarketStatusTag } from '../../figures/market-status-tag.tsx';
import { ContractName, PairName } from '../../figures/pair-name.tsx';
import type { SearchResult } from './search-results.ts';

export interface Figures {
  readonly spot: readonly Ticker[];
  readonly futures: readonly FuturesTicker[];
}

type SearchOptionProps = {
  readonly id: string;
  readonly result: SearchResult;
  readonly figures: Figures;
  readonly isActive: boolean;
  readonly onChoose: () => void;
};

/** One result. The field above handles the keys; an option takes clicks only. */
export function SearchOption({ id, result, figures, isActive, onChoose }: SearchOptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      className={classNames(
        'flex h-11 scroll-my-10 cursor-pointer items-center gap-3 rounded-1 px-3 hover:bg-hover',
        isActive && 'bg-accent-tint',
      )}
    >
      <Content result={result} figures={figures} />
    </div>
  );
}

function Content({ result, figures }: Pick<SearchOptionProps, 'result' | 'figures'>): ReactNode {
  const { t } = useTranslation();
  switch (result.kind) {
    case 'spot': {
      const { base, baseName, symbol, quotePrecision, status } = result.pair;
      const ticker = figures.spot.find((one) => one.symbol === symbol);
      return (
        <>
          <CoinIcon asset={base} className="size-6" />
          <Name of={<PairName pair={result.pair} />} more={<span translate="no">{baseName}</span>}>
            <MarketStatusTag status={ticker?.status ?? status} />
          </Name>
          <Price ticker={ticker} precision={quotePrecision} />
        </>
      );
    }
    case 'futures': {
      const { base, symbol, pricePrecision, status } = result.contract;
      const ticker = figures.futures.find((one) => one.symbol === symbol);
      return (
        <>
          <CoinIcon asset={base} className="size-6" />
          <Name of={<ContractName contract={result.contract} />} more={t('frame.perpetual')}>
            <MarketStatusTag status={ticker?.status ?? status} />
          </Name>
          <Price ticker={ticker} precision={pricePrecision} />
        </>
      );
    }
    case 'coins':
      return (
        <>
          <CoinIcon asset={result.coin.name} className="size-6" />
          <Name
            of={<b translate="no">{result.coin.name}</b>}
            more={<span translate="no">{result.coin.fullName}</span>}
          />
        </>
      );
    case 'pages':
      return (
        <>
          <FileText aria-hidden className="size-6 p-0.5 text-muted" />
          <Name of={result.page.name} />
        </>
      );
  }
}

/** What stands beside it (`children`) goes below it where there is little room: it never cuts the name. */
function Name({ of, more, children }: { of: ReactNode; more?: ReactNode; children?: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <span className="max-w-full truncate">
        {of}
        {more ? <span className="ms-2 text-12 text-faint">{more}</span> : null}
      </span>
      {children}
    </span>
  );
}

type PriceProps = {
  readonly ticker: { readonly lastPrice: string; readonly changePercent: string } | undefined;
  readonly precision: number;
};

function Price({ ticker, precision }: PriceProps) {
  if (!ticker) return null;
  return (
    <>
      <bdi className="font-medium">{formatNumber(ticker.lastPrice, precision)}</bdi>
      <Change percent={ticker.changePercent} look="text" className="min-w-20 text-12 max-[379px]:hidden" />
    </>
  );
}
