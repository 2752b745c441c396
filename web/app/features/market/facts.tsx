import { useTranslation } from 'react-i18next';
import { decimal, formatUnits } from '../../../ui/decimal.ts';
import { formatNumber } from '../../../ui/format.ts';
import type { Pair } from '../../api/types.ts';

const RATE_SCALE = 10;

/** Figures that the running exchange itself answers: how many markets there are and what trading costs. */
export function Facts({ markets, pair }: { markets: number; pair: Pair }) {
  const { t } = useTranslation();
  const percent = (rate: string) => `${formatNumber(formatUnits(decimal(rate, RATE_SCALE) * 100n, RATE_SCALE), 3)}%`;
  const facts = [
    [String(markets), t('market.fact_markets')],
    [percent(pair.makerFeeRate), t('market.fact_maker')],
    [percent(pair.takerFeeRate), t('market.fact_taker')],
  ] as const;
  return (
    <ul className="mt-6 flex flex-wrap justify-between gap-4 border-t border-line pt-4 md:mt-8">
      {facts.map(([figure, name]) => (
        <li key={name} className="grid gap-px">
          <b className="text-16 font-semibold">
            <bdi>{figure}</bdi>
          </b>
          <span className="text-12 text-muted">{name}</span>
        </li>
      ))}
    </ul>
  );
}
