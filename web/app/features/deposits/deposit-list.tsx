import { DEFAULTS } from '@agio/contracts/defaults';
import { Check, ChevronLeft, ChevronRight, Hourglass } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatAmount } from '../../../ui/format.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import type { Deposit } from '../../api/calls/deposits.ts';
import { useDisplay } from '../../choices/display.ts';
import type { DepositsState } from './use-deposits.ts';
import { COVERED } from '../../figures/covered.ts';
import { AMOUNT_DECIMALS } from '../../../ui/decimal.ts';
const SHOWN_TX_ID = 12;

export function DepositList({ deposits: { found, isFailed, page, turnTo, refetch } }: { deposits: DepositsState }) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / DEFAULTS.pageSize));
  return (
    <section
      aria-labelledby="own-deposits"
      className="mt-3 overflow-hidden rounded-2 border border-line bg-surface py-3"
    >
      <h2 id="own-deposits" className="px-4 pb-2 text-16">
        {t('deposit.own')}
      </h2>
      {!found && !isFailed ? <SkeletonRows rows={3} height="h-11" label={t('common.loading')} /> : null}
      {isFailed ? (
        <ErrorState text={t('deposit.list_failed')} retryLabel={t('common.retry')} onRetry={refetch} className="py-8" />
      ) : null}
      {found?.items.length === 0 ? <EmptyState text={t('deposit.none')} className="py-8" /> : null}
      <ul aria-live="polite">
        {found?.items.map((deposit) => (
          <DepositRow key={deposit.depositId} deposit={deposit} />
        ))}
      </ul>
      {pages > 1 ? (
        <div className="flex items-center justify-end gap-2 border-t border-line px-3 pt-1 text-13">
          <IconButton
            label={t('common.newer')}
            disabled={page === 1}
            onClick={() => turnTo(page - 1)}
            className="max-md:size-11"
          >
            <ChevronLeft aria-hidden className="flip size-4" />
          </IconButton>
          <bdi>
            {page} / {pages}
          </bdi>
          <IconButton
            label={t('common.older')}
            disabled={page === pages}
            onClick={() => turnTo(page + 1)}
            className="max-md:size-11"
          >
            <ChevronRight aria-hidden className="flip size-4" />
          </IconButton>
        </div>
      ) : null}
    </section>
  );
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation();
  const isHidden = useDisplay().amounts === 'hidden';
  const { asset, state, confirmations, confirmationsNeeded: needed, network, txId } = deposit;
  const isCredited = state === 'CREDITED';
  const time = new Date(deposit.time).toISOString();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-13">
      <CoinIcon asset={asset} className="size-6" />
      <span className="grid min-w-40 flex-1">
        <span className="font-semibold">
          <bdi>{isHidden ? COVERED : `${formatAmount(deposit.amount, AMOUNT_DECIMALS)} ${asset}`}</bdi>
        </span>
        <span className="text-12 text-muted">
          <time dateTime={time}>
            <bdi>{time.slice(0, 10)}</bdi> <bdi>{time.slice(11, 19)} UTC</bdi>
          </time>
          <span className="max-sm:hidden">
            {` · ${t(`deposit.network_${network}`)} · `}
            <code translate="no" dir="ltr" className="font-code" title={txId}>
              {txId.slice(0, SHOWN_TX_ID)}…
            </code>
          </span>
        </span>
      </span>
      {isCredited ? (
        <span className="inline-flex items-center gap-1.5 font-medium text-done max-sm:ps-9">
          <Check aria-hidden className="size-4" />
          {t('deposit.credited')}
        </span>
      ) : (
        <span className="inline-flex items-center gap-1.5 font-medium text-warn max-sm:ps-9">
          <Hourglass aria-hidden className="size-4" />
          {t('deposit.confirming', { done: confirmations, needed })}
        </span>
      )}
    </li>
  );
}
