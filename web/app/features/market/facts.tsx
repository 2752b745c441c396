import { useTranslation } from '../../i18n/use-translation.tsx';

type FactsProps = {
  readonly markets: number;
  /** As percentages, of all markets. */
  readonly makerFee: string;
  readonly takerFee: string;
};

/** Figures of the running exchange: the number of markets, and the fees. */
export function Facts({ markets, makerFee, takerFee }: FactsProps) {
  const { t } = useTranslation();
  const facts = [
    [String(markets), t('market.fact_markets')],
    [makerFee, t('market.fact_maker')],
    [takerFee, t('market.fact_taker')],
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
