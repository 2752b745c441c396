import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useLocale } from '../../i18n/use-locale.ts';

export interface ProductFacts {
  readonly markets: number;
  /** As percentages, of all markets. */
  readonly makerFee: string;
  readonly takerFee: string;
  /** Null when the contracts could not be read. */
  readonly contracts: { readonly count: number; readonly mostLeverage: number } | null;
}

/** What one account trades, each with figures of the running exchange. Products that are not there are not named. */
export function Products({ markets, makerFee, takerFee, contracts }: ProductFacts) {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <section aria-labelledby="products-title" className="grid md:grid-cols-3">
      <div className="py-6 md:pe-8">
        <h2 id="products-title" className="text-20">
          {t('home.products_title')}
        </h2>
        <p className="mt-2 text-13 text-muted">{t('home.products')}</p>
        <Link
          to={to('/service/handling-fee')}
          className="mt-2 inline-flex items-center gap-1 text-13 font-medium text-accent hover:underline"
        >
          {t('navigation.fees')}
          <ArrowRight aria-hidden className="flip size-3.5" />
        </Link>
      </div>
      <Product
        path={to('/spot-trade')}
        name={t('frame.spot')}
        text={t('home.spot')}
        facts={t('home.spot_facts', { markets, maker: makerFee, taker: takerFee })}
        art={<BookArt />}
      />
      <Product
        path={to('/contract-trade')}
        name={t('navigation.futures')}
        text={t('home.futures')}
        facts={
          contracts ? t('home.futures_facts', { contracts: contracts.count, leverage: contracts.mostLeverage }) : null
        }
        art={<LiquidationArt />}
      />
    </section>
  );
}

type ProductProps = {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly facts: string | null;
  readonly art: ReactNode;
};

function Product({ path, name, text, facts, art }: ProductProps) {
  return (
    <Link
      to={path}
      className="group grid content-start border-line py-6 max-md:border-t md:border-s md:px-8 md:last:pe-0"
    >
      <span aria-hidden className="mb-3 block h-14">
        {art}
      </span>
      <b className="text-14 font-semibold group-hover:text-accent">{name}</b>
      <span className="mt-1 text-13 text-muted">{text}</span>
      {facts ? <span className="mt-2 text-12 text-faint">{facts}</span> : null}
    </Link>
  );
}

const BIDS = [46, 42, 44, 36, 38, 28, 30, 18, 14];
const ASKS = [12, 20, 18, 30, 27, 36, 40, 44, 50];
const BAR = 8;

/** Drawn: the two sides of a book. */
function BookArt() {
  const bars = (heights: readonly number[], from: number, tone: string) =>
    heights.map((height, at) => (
      <rect key={at} x={from + at * (BAR + 2)} y={56 - height} width={BAR} height={height} className={tone} />
    ));
  return (
    <svg viewBox="0 0 200 56" className="h-full">
      {bars(BIDS, 0, 'fill-up')}
      {bars(ASKS, 100, 'fill-down')}
    </svg>
  );
}

/** Drawn: a price that stays above its liquidation price. */
function LiquidationArt() {
  return (
    <svg viewBox="0 0 200 56" className="h-full" fill="none">
      <path d="M0 48H200" className="stroke-down" strokeDasharray="3 3" />
      <path d="M0 26H200" className="stroke-line-strong" />
      <path d="M0 30L28 24L56 28L84 32L112 22L140 26L168 12L196 8" className="stroke-accent" strokeWidth="1.5" />
      <circle cx="196" cy="8" r="3" className="fill-accent" />
    </svg>
  );
}
