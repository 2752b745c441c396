import type { Capital } from '@agio/contracts/http/futures-shapes';
import { useId, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatNumber, formatSigned, percentOf, shownSign, signOf } from '../../../ui/format.ts';
import { Price } from '../../../ui/price.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import type { Wallet } from '../../api/types.ts';
import { shownRest } from '../../figures/shown-rest.ts';
import { futuresWalletOf } from './futures-wallet.ts';
import type { Portfolio } from './portfolio.ts';
import type { ShownValues } from './shown-values.ts';
import { VALUE_DECIMALS } from './value-currency.ts';
import { coinAmount } from '../../figures/coin-amount.ts';
import { COVERED } from '../../figures/covered.ts';
import type { CapitalState } from './use-capital.ts';

type WalletCardsProps = {
  readonly portfolio: Portfolio;
  readonly futures: CapitalState;
  readonly values: ShownValues;
  readonly isHidden: boolean;
  readonly onTransfer: (from: Wallet) => void;
};

/** What each wallet holds, in the chosen currency; the lines of the futures wallet are in its own coin. */
export function WalletCards({ portfolio, futures, values, isHidden, onTransfer }: WalletCardsProps) {
  const { t } = useTranslation();
  const shown = (sum: string) => (isHidden ? COVERED : values.text(sum));
  const noMargin = noMarginOf(portfolio.holdings, futures.capital?.asset);
  const share = (wallet: Wallet) => shareText(portfolio.walletTotals[wallet], portfolio.total);
  return (
    <div className="mt-3 grid gap-3 md:grid-cols-2">
      <Card
        name={t('assets.wallet_SPOT')}
        value={shown(portfolio.walletTotals.SPOT)}
        share={share('SPOT')}
        onTransfer={() => onTransfer('SPOT')}
      >
        <Line label={t('assets.available')}>{shown(portfolio.freeInSpot)}</Line>
        <Line label={t('assets.in_orders')}>{shown(portfolio.heldInOrders)}</Line>
      </Card>
      <Card
        name={t('assets.wallet_FUTURES')}
        value={shown(portfolio.walletTotals.FUTURES)}
        share={share('FUTURES')}
        onTransfer={() => onTransfer('FUTURES')}
      >
        <FuturesLines futures={futures} isHidden={isHidden} />
        {noMargin.length > 0 ? (
          <Line label={t('assets.no_margin')}>{isHidden ? COVERED : noMargin.join(', ')}</Line>
        ) : null}
      </Card>
    </div>
  );
}

/** What lies in the futures wallet beside its margin: its figures do not count it, the worth of the wallet does. */
function noMarginOf(holdings: Portfolio['holdings'], margin: string | undefined): readonly string[] {
  if (margin === undefined) return [];
  return holdings
    .filter(({ asset, byWallet }) => asset !== margin && signOf(byWallet.FUTURES ?? '0') > 0)
    .map(({ asset, byWallet }) => coinAmount(byWallet.FUTURES ?? '0', asset));
}

/** A share below a tenth of a percent is shown as “<0.1%”: “0.0%” would say that there is nothing. */
function shareText(part: string, whole: string): string {
  if (signOf(part) <= 0 || signOf(whole) <= 0) return '0%';
  const share = percentOf(part, whole);
  return share < 0.1 ? '<0.1%' : `${share.toFixed(1)}%`;
}

type CardProps = {
  readonly name: string;
  readonly value: string;
  readonly share: string;
  readonly onTransfer: () => void;
  readonly children: ReactNode;
};

function Card({ name, value, share, onTransfer, children }: CardProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col rounded-2 border border-line bg-surface p-4 md:px-5">
      <div className="flex items-center gap-2">
        <h2 id={id} className="text-14 font-semibold">
          {name}
        </h2>
        <bdi className="text-12 text-faint">{share}</bdi>
        <Button
          size="sm"
          className="ms-auto max-md:h-11"
          onClick={onTransfer}
          aria-label={`${t('assets.transfer')}: ${name}`}
        >
          {t('assets.transfer')}
        </Button>
      </div>
      <p className="pt-1 text-20 font-semibold wrap-anywhere">
        <bdi>{value}</bdi>
      </p>
      <dl className="mt-2 grid gap-x-6 gap-y-1 border-t border-line pt-2 text-13 sm:grid-cols-2">{children}</dl>
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-baseline justify-between gap-x-3 max-sm:flex-wrap">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium sm:flex-none">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

function FuturesLines({
  futures: { capital, isFailed, refetch },
  isHidden,
}: {
  futures: CapitalState;
  isHidden: boolean;
}) {
  const { t } = useTranslation();
  if (isFailed)
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-2 sm:col-span-2">
        <span className="text-muted">{t('assets.futures_failed')}</span>
        <Button size="sm" className="max-md:h-11" onClick={refetch}>
          {t('common.retry')}
        </Button>
      </div>
    );
  if (capital === null)
    return (
      <div role="status" aria-label={t('common.loading')} className="grid gap-2 py-1 sm:col-span-2">
        <Skeleton className="h-4" />
        <Skeleton className="h-4" />
      </div>
    );
  const { equity, balance, unrealised, margin } = futuresWalletOf(capital);
  const result = shownRest({ sum: equity, other: balance, part: unrealised }, VALUE_DECIMALS);
  const inUse = shownRest({ sum: equity, other: capital.available, part: margin }, VALUE_DECIMALS);
  const amount = (text: string) => (isHidden ? COVERED : inCoin(text, capital));
  return (
    <>
      <Line label={t('assets.balance')}>{amount(balance)}</Line>
      <Line label={t('assets.unrealised_pnl')}>{isHidden ? COVERED : <Gain amount={result} capital={capital} />}</Line>
      <Line label={t('assets.equity')}>{amount(equity)}</Line>
      <Line label={t('assets.margin_used')}>{amount(inUse)}</Line>
      <Line label={t('assets.available')}>{amount(capital.available)}</Line>
      <Line label={t('assets.can_leave')}>{amount(capital.transferable)}</Line>
      {signOf(capital.expMoney) > 0 ? <Line label={t('assets.bonus')}>{amount(capital.expMoney)}</Line> : null}
    </>
  );
}

function inCoin(text: string, { asset }: Pick<Capital, 'asset'>): string {
  const minus = signOf(text) < 0 ? '−' : '';
  return `${minus}${formatNumber(text.replace('-', ''), VALUE_DECIMALS)} ${asset}`;
}

/** Signed, and with an arrow: direction is never shown by color alone. */
function Gain({ amount, capital }: { amount: string; capital: Capital }) {
  return (
    <Price
      text={`${formatSigned(amount, VALUE_DECIMALS)} ${capital.asset}`}
      direction={shownSign(amount, VALUE_DECIMALS)}
    />
  );
}
