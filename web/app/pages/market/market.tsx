import { useTranslation } from 'react-i18next';
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { formatCompact } from '../../../ui/format.ts';
import { decimal, formatUnits } from '../../../ui/decimal.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { orNull } from '../../api/loading.ts';
import { getSparklines, type Sparklines } from '../../api/sparklines.ts';
import { getPairs, getTickers } from '../../api/spot.ts';
import type { Pair, Ticker } from '../../api/types.ts';
import { MarketExplorer } from '../../features/market/market-explorer.tsx';
import { Movers } from '../../features/market/movers.tsx';
import { useTickers } from '../../features/market/use-tickers.ts';
import type { Tickers } from '../../live/ticker-feed.ts';
import { metaOf, pageText } from '../../page-meta.ts';
import { serverContext } from '../../server-context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const { call } = context.get(serverContext);
  const [pairs, tickers, text] = await Promise.all([
    orNull(getPairs(call)),
    orNull(getTickers(call)),
    pageText(args, 'market'),
  ]);
  return { pairs, tickers, text, sparklines: pairs ? await getSparklines(call, pairs) : {} };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function MarketPage() {
  const { t } = useTranslation();
  const { pairs, tickers, sparklines } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return (
    <div className="page-wrap pb-8">
      {pairs ? (
        <Markets pairs={pairs} first={tickers ?? []} sparklines={sparklines} />
      ) : (
        <>
          <h1 className="py-5 text-28">{t('market.title')}</h1>
          <ErrorState
            text={t('common.load_failed')}
            retryLabel={t('common.retry')}
            onRetry={() => void revalidate()}
            className="py-16"
          />
        </>
      )}
    </div>
  );
}

function Markets({
  pairs,
  first,
  sparklines,
}: {
  pairs: readonly Pair[];
  first: readonly Ticker[];
  sparklines: Sparklines;
}) {
  const { t } = useTranslation();
  const tickers = useTickers(first);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-5 pb-4">
        <h1 className="text-28">{t('market.title')}</h1>
        <p className="text-13 text-muted">
          {t('market.summary', { count: pairs.length })}{' '}
          <bdi className="font-semibold text-fg">{formatCompact(usdtVolume(pairs, tickers))} USDT</bdi>
        </p>
      </div>
      <Movers pairs={pairs} tickers={tickers} />
      <div className="mt-4">
        <MarketExplorer pairs={pairs} tickers={tickers} sparklines={sparklines} />
      </div>
    </>
  );
}

/** Only markets quoted in USDT: adding other currencies would need a rate. */
function usdtVolume(pairs: readonly Pair[], tickers: Tickers): string {
  const sum = pairs
    .filter((pair) => pair.quote === 'USDT')
    .reduce((total, pair) => total + decimal(tickers.get(pair.symbol)?.quoteVolume ?? '0', 8), 0n);
  return formatUnits(sum, 8);
}
