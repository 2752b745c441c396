import type { DataOf } from '@agio/contracts/calls';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import type { DepositCoin, Deposits } from '../../api/calls/deposits.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { AddressCard } from './address-card.tsx';
import { DepositList } from './deposit-list.tsx';
import { TestCoins } from './test-coins.tsx';
import { useDeposits } from './use-deposits.ts';

type RechargeProps = {
  /** Null: it could not be read. */
  readonly offer: DataOf<'GET /web/deposit/coins'> | null;
  readonly first: Deposits | null;
  /** The coin that the address names; it need not be offered. */
  readonly chosen: string;
  readonly onRetry: () => void;
};

export function Recharge({ offer, first, chosen, onRetry }: RechargeProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <>
      <h1 className="pt-5 pb-1 text-28">{t('deposit.title')}</h1>
      <p className="max-w-[640px] pb-4 text-14 text-muted">{t(offer?.isDemo ? 'deposit.lead_demo' : 'deposit.lead')}</p>
      {offer === null ? (
        <section className="rounded-2 border border-line bg-surface">
          <ErrorState
            text={t('deposit.load_failed')}
            retryLabel={t('common.retry')}
            onRetry={onRetry}
            className="py-12"
          />
        </section>
      ) : null}
      {offer?.coins.length === 0 ? (
        <section className="rounded-2 border border-line bg-surface">
          <EmptyState
            Icon={Landmark}
            text={t('deposit.not_offered')}
            action={
              <Link to={to('/assets')} className={buttonClass('line', 'md', 'max-md:h-11')}>
                {t('deposit.to_assets')}
              </Link>
            }
            className="py-12"
          />
        </section>
      ) : null}
      {offer && offer.coins.length > 0 ? <DepositForm coins={offer.coins} chosen={chosen} first={first} /> : null}
    </>
  );
}

type DepositFormProps = Pick<RechargeProps, 'first' | 'chosen'> & { readonly coins: readonly DepositCoin[] };

function DepositForm({ coins, first, chosen }: DepositFormProps) {
  const { t } = useTranslation();
  const [asset, setAsset] = useState(
    () => coins.find((known) => known.asset === chosen)?.asset ?? coins[0]?.asset ?? '',
  );
  const [network, setNetwork] = useState('');
  const deposits = useDeposits(first);
  const coin = coins.find((known) => known.asset === asset);
  if (coin === undefined) return null;
  const rules = coin.networks.find((known) => known.network === network) ?? coin.networks[0];
  if (rules === undefined) return null;
  return (
    <>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        <section
          aria-label={t('deposit.where')}
          className="grid grid-cols-1 content-start gap-4 rounded-2 border border-line bg-surface p-4 md:p-5"
        >
          <SelectField label={t('deposit.coin')} value={asset} onChange={(event) => setAsset(event.target.value)}>
            {coins.map((known) => (
              <option key={known.asset} value={known.asset}>
                {`${known.asset} – ${known.name}`}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('deposit.network')}
            value={rules.network}
            onChange={(event) => setNetwork(event.target.value)}
          >
            {coin.networks.map((known) => (
              <option key={known.network} value={known.network}>
                {t(`deposit.network_${known.network}`)}
              </option>
            ))}
          </SelectField>
          <p className="text-13 text-muted">
            {t('deposit.after_blocks', {
              blocks: rules.confirmations,
              seconds: Math.round(rules.confirmations * rules.blockSeconds),
            })}
          </p>
          <AddressCard asset={asset} network={rules.network} />
        </section>
        <TestCoins key={asset} coin={coin} network={rules.network} onSent={deposits.expect} />
      </div>
      <DepositList deposits={deposits} />
    </>
  );
}
