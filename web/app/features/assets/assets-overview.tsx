import { useQuery } from '@tanstack/react-query';
import type { Capital } from '@agio/contracts/http/futures-shapes';
import { ArrowDownToLine, ArrowLeftRight, FlaskConical, Sparkles } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { formatNumber, formatSigned, shownSign } from '../../../ui/format.ts';
import { Price } from '../../../ui/price.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { getBalances, getTestFunds } from '../../api/calls/account.ts';
import { browserCall, quietCall } from '../../api/client.ts';
import type { Balance, Pair, Ticker, Wallet } from '../../api/types.ts';
import { useDisplay } from '../../choices/display.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { LostLink } from '../../live-views/link-state.tsx';
import { createAccountFeed } from '../../live/account-feed.ts';
import { privateSocket, publicSocket } from '../../live/sockets.ts';
import { createTickerFeed } from '../../live/ticker-feed.ts';
import type { Money } from '../../figures/money.ts';
import { useIsMounted } from '../../start/use-is-mounted.ts';
import { useStore } from '../../live-views/use-store.ts';
import { AmountsEye } from './amounts-eye.tsx';
import { CoinHoldings } from './coin-holdings.tsx';
import { DustDialog } from './dust-dialog.tsx';
import type { CoinCost } from './gain.ts';
import { portfolioOf, type Portfolio } from './portfolio.ts';
import { type ShownValues, valuesIn } from './shown-values.ts';
import { VALUE_CURRENCY, VALUE_DECIMALS } from './value-currency.ts';
import { TransferDialog } from '../../transfer/transfer-dialog.tsx';
import { useCapital } from './use-capital.ts';
import { useCoinCosts } from './use-coin-costs.ts';
import { COVERED } from '../../figures/covered.ts';
import { WalletCards } from './wallet-cards.tsx';

type AssetsOverviewProps = {
  readonly first: readonly Balance[] | null;
  readonly firstCapital: Capital | null;
  readonly firstCosts: readonly CoinCost[] | null;
  /** Today's result so far; null where it is not known. */
  readonly today: string | null;
  readonly pairs: readonly Pair[];
  readonly tickers: readonly Ticker[];
  readonly money: Money;
  readonly isDemo: boolean;
};

export function AssetsOverview({
  first,
  firstCapital,
  firstCosts,
  today,
  pairs,
  tickers,
  money,
  isDemo,
}: AssetsOverviewProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const [transferFrom, setTransferFrom] = useState<Wallet | 'ANY' | null>(null);
  const [isDustOpen, setIsDustOpen] = useState(false);
  const [account] = useState(() => createAccountFeed({ openOrders: null, balances: first }));
  const [prices] = useState(() => createTickerFeed(tickers));
  useEffect(() => account.connect(privateSocket()), [account]);
  useEffect(() => prices.connect(publicSocket()), [prices]);
  const live = useStore(account.balances);
  const isMounted = useIsMounted();
  const query = useQuery({
    queryKey: ['balances'],
    queryFn: () => getBalances(quietCall),
    ...(first ? { initialData: first } : {}),
  });
  const balances = (live ?? query.data)?.filter((balance) => /[1-9]/.test(balance.available + balance.locked));
  const marks = useStore(prices.tickers);
  const isHidden = useDisplay().amounts === 'hidden';
  const futures = useCapital(firstCapital);
  const costs = useCoinCosts(firstCosts, live);
  const values = useMemo(() => valuesIn(money), [money]);
  const portfolio = balances
    ? portfolioOf({ balances, tickers: marks, capital: futures.capital, shown: values })
    : null;
  const refetch = () => {
    void query.refetch();
    futures.refetch();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pt-5 pb-4">
        <h1 className="me-auto text-28 max-md:w-full">{t('assets.title')}</h1>
        {/* On phones the faucet of a demo has a row of its own, and the others share one. */}
        <div className="flex gap-2 max-md:grid max-md:w-full max-md:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]">
          {isDemo ? <FaucetButton onDone={refetch} /> : null}
          {/* The faucet of a demo is the quicker way to coins, and stays the one button that stands out. */}
          <Link to={to('/assets/recharge')} className={buttonClass('line', 'md', 'max-md:h-11')}>
            <ArrowDownToLine aria-hidden className="size-4" />
            {t('navigation.deposit')}
          </Link>
          <Button className="max-md:h-11" onClick={() => setTransferFrom('ANY')} disabled={!balances}>
            <ArrowLeftRight aria-hidden className="size-4" />
            {t('assets.transfer')}
          </Button>
        </div>
      </div>
      <LostLink socket={isMounted ? publicSocket() : null} other={isMounted ? privateSocket() : null} />
      {portfolio ? (
        <>
          <Totals portfolio={portfolio} values={values} today={today} isHidden={isHidden} />
          <WalletCards
            portfolio={portfolio}
            futures={futures}
            values={values}
            isHidden={isHidden}
            onTransfer={setTransferFrom}
          />
        </>
      ) : null}
      <section
        aria-label={t('assets.coins')}
        className="relative mt-3 overflow-x-auto rounded-2 border border-line bg-surface py-2.5"
      >
        {query.isPending && !balances ? <SkeletonRows rows={6} height="h-9" label={t('common.loading')} /> : null}
        {query.isError && !balances ? (
          <ErrorState
            text={t('assets.load_failed')}
            retryLabel={t('common.retry')}
            onRetry={() => void query.refetch()}
            className="py-12"
          />
        ) : null}
        {portfolio && portfolio.holdings.length === 0 ? (
          <EmptyState text={t(isDemo ? 'assets.empty_demo' : 'assets.empty')} className="py-12" />
        ) : null}
        {portfolio && portfolio.holdings.length > 0 ? (
          <CoinHoldings holdings={portfolio.holdings} pairs={pairs} values={values} costs={costs} isHidden={isHidden} />
        ) : null}
      </section>
      {portfolio?.holdings.length === 0 ? null : (
        <div className="flex flex-wrap items-start gap-x-6 gap-y-2 pt-2">
          <p className="max-w-[720px] flex-1 basis-72 text-12 text-faint">{t('assets.cost_note')}</p>
          <Button className="ms-auto max-md:h-11 max-md:w-full" onClick={() => setIsDustOpen(true)}>
            <Sparkles aria-hidden className="size-4" />
            {t('assets.dust')}
          </Button>
        </div>
      )}
      <DustDialog isOpen={isDustOpen} onClose={() => setIsDustOpen(false)} isHidden={isHidden} onDone={refetch} />
      <TransferDialog
        isOpen={transferFrom !== null}
        onOpenChange={() => setTransferFrom(null)}
        from={transferFrom === 'ANY' ? null : transferFrom}
        balances={balances ?? []}
        capital={futures.capital}
        onDone={refetch}
      />
    </>
  );
}

type TotalsProps = {
  readonly portfolio: Portfolio;
  readonly values: ShownValues;
  readonly today: string | null;
  readonly isHidden: boolean;
};

function Totals({ portfolio, values, today, isHidden }: TotalsProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  // Without a rate to the chosen currency the total is shown in the coin that it was counted in, and no second time.
  const isConverted = values.currency !== VALUE_CURRENCY;
  const inCoin = formatNumber(portfolio.totalInCoin, VALUE_DECIMALS);
  const shown = (text: string) => (isHidden ? COVERED : text);
  return (
    <section aria-label={t('assets.total_estimated')} className="rounded-2 border border-line bg-surface p-4 md:px-5">
      <p className="flex items-center gap-1 text-13 text-muted">
        {t('assets.total_estimated')}
        <AmountsEye isHidden={isHidden} />
      </p>
      {/* The coin stands behind its number in every language, as in sentences. */}
      <p
        dir="ltr"
        className="inline-flex max-w-full flex-wrap items-baseline gap-x-2.5 border-b-[3px] border-double border-line-strong pb-1"
      >
        <bdi className="text-28 leading-tight font-semibold tracking-[-0.03em] md:text-40">
          {shown(values.figure(portfolio.total))}
        </bdi>
        <span className="font-medium text-muted">{values.currency}</span>
      </p>
      {isConverted ? (
        <p className="pt-1 text-12 text-faint">
          <bdi>≈ {shown(`${inCoin} ${VALUE_CURRENCY}`)}</bdi>
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3 pt-2 text-13">
        {today === null ? null : (
          <span>
            <span className="text-muted">{t('assets.today')}</span>{' '}
            <Price
              text={isHidden ? COVERED : `${formatSigned(today, 2)} ${VALUE_CURRENCY}`}
              direction={shownSign(today, 2)}
              className="font-medium"
            />
          </span>
        )}
        <Link to={to('/assets/pnl')} className="text-accent hover:underline max-md:py-3">
          {t('navigation.pnl')}
        </Link>
      </p>
    </section>
  );
}

function FaucetButton({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const ask = async () => {
    setIsBusy(true);
    try {
      await getTestFunds(browserCall);
      showToast('success', t('assets.funds_received'));
      onDone();
    } catch {
      // Told by the toast of the call.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      look="primary"
      className="max-md:col-span-full max-md:h-11"
      busy={isBusy}
      onClick={() => void ask()}
      title={t('assets.funds_hint')}
    >
      <FlaskConical aria-hidden className="size-4" />
      {t('assets.get_funds')}
      <span className="rounded-[3px] border border-current px-1 text-11 font-medium uppercase">{t('assets.demo')}</span>
    </Button>
  );
}
