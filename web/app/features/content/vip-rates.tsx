import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { getUserRate } from '../../api/calls/account.ts';
import { quietCall } from '../../api/client.ts';
import type { UserRate } from '../../api/types.ts';
import { useViewer } from '../../visitor/session.ts';
import { ratePercent, rateRange } from '../../figures/rate-percent.ts';

interface MarketRates {
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

type VipRatesProps = { readonly spot: readonly MarketRates[]; readonly futures: readonly MarketRates[] };

const ROWS = [
  ['spot', 'makerFeeRate', 'spotMakerRate'],
  ['spot', 'takerFeeRate', 'spotTakerRate'],
  ['futures', 'makerFeeRate', 'futureMakerRate'],
  ['futures', 'takerFeeRate', 'futureTakerRate'],
] as const satisfies readonly (readonly [keyof VipRatesProps, keyof MarketRates, keyof UserRate])[];

/** What everyone pays beside what the person pays now: the ground on which other terms are asked for. */
export function VipRates(rates: VipRatesProps) {
  const { t } = useTranslation();
  const { isLoggedIn } = useViewer();
  const own = useQuery({ queryKey: ['user-rate'], queryFn: () => getUserRate(quietCall), enabled: isLoggedIn });
  return (
    <div className="num mt-3 overflow-x-auto rounded-2 border border-line bg-surface">
      <table className="w-full border-collapse text-13 [&_td]:px-3 [&_th]:px-3">
        <caption className="sr-only">{t('vip.rates_title')}</caption>
        <thead className="text-12 text-muted">
          <tr className="h-10 border-b border-line [&>th]:text-end [&>th]:font-medium">
            <th scope="col" className="!text-start">
              {t('vip.fee')}
            </th>
            <th scope="col">{t('vip.everyone')}</th>
            {isLoggedIn ? <th scope="col">{t('vip.you')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([wallet, side, ofUser]) => (
            <tr key={ofUser} className="h-11 border-b border-line last:border-0 [&>td]:text-end">
              <th scope="row" className="text-start font-normal">
                {t(`vip.${wallet}_${side === 'makerFeeRate' ? 'maker' : 'taker'}`)}
              </th>
              <td>
                <bdi>{rateRange(rates[wallet].map((market) => market[side]))}</bdi>
              </td>
              {isLoggedIn ? (
                <td className="font-medium">
                  <bdi>{own.data ? ratePercent(own.data[ofUser]) : '–'}</bdi>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {own.isError ? (
        <p role="alert" className="flex flex-wrap items-center gap-3 border-t border-line px-3 py-2 text-13 text-muted">
          {t('vip.rates_failed')}
          <Button className="max-md:h-11" onClick={() => void own.refetch()}>
            {t('common.retry')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
