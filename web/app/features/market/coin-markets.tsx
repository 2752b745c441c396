import { useTranslation } from '../../i18n/use-translation.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { FuturesTicker, ListedContract } from '../../api/calls/futures-markets.ts';
import type { Sparklines } from '../../api/calls/sparklines.ts';
import type { Pair } from '../../api/types.ts';
import type { TickerFeed } from '../../live/ticker-feed.ts';
import { OldFigures } from './contract-list.tsx';
import { ContractTable } from './contract-table.tsx';
import { MarketTable } from './market-table.tsx';
import { useContractTickers } from './use-contract-tickers.ts';

type CoinMarketsProps = {
  readonly pairs: readonly Pair[];
  readonly feed: TickerFeed;
  readonly sparklines: Sparklines;
  /** Null: they could not be read. */
  readonly contracts: readonly ListedContract[] | null;
  readonly contractTickers: readonly FuturesTicker[];
  readonly onRetry: () => void;
};

/** Where one coin is traded, spot and as perpetuals, with live prices, favorites and alerts. */
export function CoinMarkets({ pairs, feed, sparklines, contracts, contractTickers, onRetry }: CoinMarketsProps) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className="mt-8 text-20">{t('coins.markets')}</h2>
      <h3 className="mt-3 text-14">{t('frame.spot')}</h3>
      <MarketTable pairs={pairs} feed={feed} sparklines={sparklines} caption={t('frame.spot')} hasFavorites />
      {contracts?.length === 0 ? null : <h3 className="mt-4 text-14">{t('navigation.futures')}</h3>}
      {contracts === null ? (
        <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={onRetry} />
      ) : contracts.length === 0 ? null : (
        <Contracts contracts={contracts} first={contractTickers} />
      )}
    </>
  );
}

type ContractsProps = { readonly contracts: readonly ListedContract[]; readonly first: readonly FuturesTicker[] };

function Contracts({ contracts, first }: ContractsProps) {
  const { t } = useTranslation();
  const { tickers, isOld } = useContractTickers(first, true);
  return (
    <>
      <OldFigures isOld={isOld} />
      <ContractTable contracts={contracts} tickers={tickers} caption={t('navigation.futures')} />
    </>
  );
}
