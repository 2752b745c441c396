import { ArrowRight, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { decimal, formatUnits } from '../../../ui/decimal.ts';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { checkReceipt } from '../../receipts/check-receipt.ts';
import { EXAMPLE } from '../../receipts/example.ts';

/** A receipt as everybody gets one of each fill: an example, computed again in this browser before it says so. */
export function ReceiptCard() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { agrees, checks } = checkReceipt(EXAMPLE);
  const Icon = agrees ? CircleCheck : TriangleAlert;
  const { base, baseScale, quantity, price } = EXAMPLE;
  const paid = checks.find(({ name }) => name === 'value');
  const charged = checks.find(({ name }) => name === 'fee');
  const lines = [
    [t('home.receipt_bought'), `${quantity} ${base} @ ${formatNumber(price, 2)}`],
    [t('home.receipt_paid'), paid ? `${formatNumber(paid.recomputed, 2)} ${paid.unit}` : '–'],
    [t('home.receipt_fee'), charged ? `${charged.recomputed} ${charged.unit}` : '–'],
  ] as const;
  return (
    <aside
      aria-label={t('home.receipt_example')}
      className="num rounded-2 border border-line-strong bg-overlay p-3.5 text-12 text-fg shadow-overlay"
    >
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 font-semibold">
        {t('home.receipt_example')}
        <span className={`inline-flex items-center gap-1 font-medium ${agrees ? 'text-done' : 'text-urgent'}`}>
          <Icon aria-hidden className="size-3.5" />
          {t(agrees ? 'home.receipt_agrees' : 'home.receipt_differs')}
        </span>
      </p>
      <dl className="mt-2 grid gap-1">
        {lines.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <div className="mt-1 flex flex-wrap justify-between gap-x-4 border-t border-line pt-2 font-semibold">
          <dt>{t('home.receipt_received')}</dt>
          <dd className="underline decoration-double decoration-line-strong underline-offset-4">
            <bdi>
              {formatUnits(decimal(quantity, baseScale) - decimal(charged?.recomputed ?? '0', baseScale), baseScale)}{' '}
              {base}
            </bdi>
          </dd>
        </div>
      </dl>
      <Link
        to={to('/service/receipts')}
        className="mt-2.5 inline-flex items-center gap-1 font-medium text-accent hover:underline"
      >
        {t('navigation.receipts')}
        <ArrowRight aria-hidden className="flip size-3.5" />
      </Link>
    </aside>
  );
}
