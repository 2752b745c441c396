import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { DepositCoin } from '../../api/calls/deposits.ts';
import { useLocale } from '../../i18n/use-locale.ts';

type CoinNetworksProps = {
  readonly coin: string;
  /** As the wallet offers them now; null: they could not be read. */
  readonly networks: { readonly isDemo: boolean; readonly list: DepositCoin['networks'] } | null;
  readonly onRetry: () => void;
};

/** Over which networks a coin comes here. No coin leaves over one yet, and the page says so. */
export function CoinNetworks({ coin, networks, onRetry }: CoinNetworksProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <section className="mt-8 max-w-[640px]">
      <h2 className="text-16">{t('coins.networks')}</h2>
      {networks === null ? (
        <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={onRetry} />
      ) : (
        <div className="mt-1 grid gap-2 text-14 text-muted">
          <p>{t(networks.list.length === 0 ? 'coins.no_networks' : 'coins.networks_lead', { coin })}</p>
          {networks.list.length > 0 ? (
            <>
              <ul className="divide-y divide-line border-y border-line">
                {networks.list.map(({ network, confirmations, blockSeconds }) => (
                  <li key={network} className="flex flex-wrap justify-between gap-x-4 py-2">
                    <span className="font-medium text-fg">
                      {t(`deposit.network_${network}`, { defaultValue: network })}
                    </span>
                    <span>
                      {t('deposit.after_blocks', {
                        blocks: confirmations,
                        seconds: Math.round(confirmations * blockSeconds),
                      })}
                    </span>
                  </li>
                ))}
              </ul>
              {networks.isDemo ? <p>{t('deposit.lead_demo')}</p> : null}
            </>
          ) : null}
          <p>{t('coins.no_withdrawals', { coin })}</p>
          {networks.list.length > 0 ? (
            <Link
              to={to(`/assets/recharge?coin=${coin}`)}
              className={buttonClass('line', 'sm', 'justify-self-start max-md:h-11')}
            >
              {t('coins.deposit', { coin })}
            </Link>
          ) : null}
        </div>
      )}
    </section>
  );
}
