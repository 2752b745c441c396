import { useQuery } from '@tanstack/react-query';
import type { DustCoin } from '@agio/contracts/http/wallet';
import type { DataOf } from '@agio/contracts/calls';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { AMOUNT_DECIMALS } from '../../../ui/decimal.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatAmount, formatNumber, signOf } from '../../../ui/format.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { FieldError } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { convertDust, getDust } from '../../api/calls/account.ts';
import { quietCall } from '../../api/client.ts';
import { repeatKeyOf } from '../../api/repeat-key.ts';
import { intlTag } from '../../i18n/intl-tag.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { refusalText } from '../../i18n/words.ts';
import { COVERED } from '../../figures/covered.ts';
import { dustSum } from './dust-sum.ts';
import { ratePercent } from '../../figures/rate-percent.ts';

/** Prices move while one reads. */
const REFRESH_MS = 5_000;

type Offer = DataOf<'GET /web/account/dust'>;

type DustDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isHidden: boolean;
  readonly onDone: () => void;
};

/** Small balances to USDT: what each coin gives, which of them, and what came of it. */
export function DustDialog({ isOpen, onClose, isHidden, onDone }: DustDialogProps) {
  const { t } = useTranslation();
  const done = () => {
    onClose();
    onDone();
  };
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title={t('assets.dust')} closeLabel={t('common.close')}>
      <DustOffer isHidden={isHidden} onDone={done} />
    </Dialog>
  );
}

function DustOffer({ isHidden, onDone }: Pick<DustDialogProps, 'isHidden' | 'onDone'>) {
  const { t } = useTranslation();
  // Kept here: after a conversion whose answer was lost the new offer has no form, and its refusal still has to be read.
  const [refusal, setRefusal] = useState('');
  const query = useQuery({
    queryKey: ['dust'],
    queryFn: () => getDust(quietCall),
    // What an earlier opening found may be converted by now.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFRESH_MS,
  });
  if (query.isPending) return <SkeletonRows rows={4} height="h-11" label={t('common.loading')} />;
  if (query.data === undefined)
    return (
      <ErrorState
        text={t('assets.dust_failed')}
        retryLabel={t('common.retry')}
        onRetry={() => void query.refetch()}
        className="py-10"
      />
    );
  if (query.data.coins.length === 0)
    return (
      <>
        {refusal === '' ? null : <FieldError text={refusal} className="mt-0 px-4" />}
        <EmptyState text={t('assets.dust_empty')} className="pt-10 pb-6" />
        <DustRule offer={query.data} className="px-4 pb-6 text-center" />
      </>
    );
  const refuse = (text: string) => {
    setRefusal(text);
    if (text !== '') void query.refetch();
  };
  return <DustForm offer={query.data} isHidden={isHidden} onDone={onDone} refusal={refusal} onRefusal={refuse} />;
}

type DustFormProps = Pick<DustDialogProps, 'isHidden' | 'onDone'> & {
  readonly offer: Offer;
  /** Why the last try was refused; empty: it was not. */
  readonly refusal: string;
  readonly onRefusal: (text: string) => void;
};

function DustForm({ offer, isHidden, onDone, refusal, onRefusal }: DustFormProps) {
  const { t } = useTranslation();
  // Those that were taken out, so that a coin that becomes small meanwhile is chosen as well.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  // Pressing again after a lost answer converts once.
  const repeat = repeatKeyOf('dust');
  const { into, coins, waitsUntil } = offer;
  const chosen = coins.filter(({ asset }) => !left.has(asset));
  const sum = dustSum(chosen);
  const choose = (asset: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(asset);
    else next.add(asset);
    setLeft(next);
  };
  const send = async () => {
    setIsBusy(true);
    onRefusal('');
    try {
      const body = { coins: chosen.map(({ asset }) => asset), minReceived: sum.least };
      const { received } = await repeat.send(body, (sent, key) => convertDust(quietCall, sent, key));
      showToast(
        'success',
        t('assets.dust_done', { amount: isHidden ? COVERED : formatAmount(received, AMOUNT_DECIMALS), into }),
      );
      onDone();
    } catch (error) {
      onRefusal(refusalText(t, error));
    }
    setIsBusy(false);
  };
  const isAll = chosen.length === coins.length;
  return (
    <div className="grid grid-cols-1 gap-3 px-4 pb-4">
      <DustRule offer={offer} />
      <div className="rounded-1 border border-line">
        <Checkbox
          checked={isAll}
          onChange={(isChosen) => setLeft(new Set(isChosen ? [] : coins.map(({ asset }) => asset)))}
          className="min-h-11 w-full px-3 text-13 font-medium"
        >
          {t('assets.dust_all')}
        </Checkbox>
        <ul className="max-h-[32vh] overflow-y-auto">
          {coins.map((coin) => (
            <li key={coin.asset} className="border-t border-line">
              <Checkbox
                checked={!left.has(coin.asset)}
                onChange={(isChosen) => choose(coin.asset, isChosen)}
                className="min-h-11 w-full px-3 py-1.5 text-13"
              >
                <DustRow coin={coin} into={into} isHidden={isHidden} />
              </Checkbox>
            </li>
          ))}
        </ul>
      </div>
      <DustTotal offer={offer} chosen={chosen} isHidden={isHidden} />
      {waitsUntil === null ? null : <WaitNote untilMs={waitsUntil} />}
      {refusal === '' ? null : <FieldError text={refusal} className="mt-0" />}
      <Button
        look="primary"
        className="h-11"
        busy={isBusy}
        disabled={chosen.length === 0 || waitsUntil !== null}
        onClick={() => void send()}
      >
        {t('assets.dust_submit', { into })}
      </Button>
    </div>
  );
}

/** Also who has nothing to convert reads what would be converted, at what price and fee. */
function DustRule({ offer: { into, limit, feeRate }, className }: { offer: Offer; className?: string }) {
  const { t } = useTranslation();
  return (
    <p className={classNames('text-13 text-muted', className)}>
      {t('assets.dust_note', { into })} {/* Without any of it the exchange converts nothing. */}
      {signOf(limit) === 0
        ? null
        : t('assets.dust_rule', { limit: formatAmount(limit, AMOUNT_DECIMALS), into, rate: ratePercent(feeRate) })}
    </p>
  );
}

function DustRow({ coin, into, isHidden }: { coin: DustCoin; into: string; isHidden: boolean }) {
  const shown = (text: string) => (isHidden ? COVERED : formatAmount(text, AMOUNT_DECIMALS));
  return (
    <>
      <CoinIcon asset={coin.asset} className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">
        <b translate="no" className="block font-semibold">
          {coin.asset}
        </b>
        <bdi className="block text-12 text-muted">{shown(coin.amount)}</bdi>
      </span>
      <bdi translate="no" className="text-end">
        ≈ {shown(coin.received)} {into}
      </bdi>
    </>
  );
}

type DustTotalProps = { readonly offer: Offer; readonly chosen: readonly DustCoin[]; readonly isHidden: boolean };

function DustTotal({ offer: { into, feeRate }, chosen, isHidden }: DustTotalProps) {
  const { t } = useTranslation();
  const sum = dustSum(chosen);
  const shown = (text: string) => (isHidden ? COVERED : formatNumber(text, AMOUNT_DECIMALS));
  const percent = ratePercent(feeRate);
  const rows = [
    [t('assets.value', { currency: into }), sum.value],
    [t('assets.dust_fee', { rate: percent }), sum.fee],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-13">
        {rows.map(([name, figure]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end">
              <bdi>{shown(figure)}</bdi>
            </dd>
          </div>
        ))}
        <dt className="font-medium">{t('assets.dust_receive')}</dt>
        <dd className="text-end font-semibold">
          <bdi translate="no">
            ≈ {shown(sum.received)} {into}
          </bdi>
        </dd>
      </dl>
      <p className="text-12 text-muted">
        {t('assets.dust_least', { least: isHidden ? COVERED : formatAmount(sum.least, AMOUNT_DECIMALS), into })}
      </p>
    </>
  );
}

/** In the reader's own time zone: the dialog is drawn in the browser only. */
function WaitNote({ untilMs }: { untilMs: number }) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const time = new Intl.DateTimeFormat(intlTag(locale.tag), { dateStyle: 'medium', timeStyle: 'short' });
  return <p className="text-13 font-medium">{t('assets.dust_wait', { time: time.format(untilMs) })}</p>;
}
