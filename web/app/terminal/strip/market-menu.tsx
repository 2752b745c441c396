import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatNumber, formatPercent, signOf } from '../../../ui/format.ts';
import { Menu } from '../../../ui/menu.tsx';
import { directionClass } from '../../../ui/price.tsx';
import { useTerminalMarket } from '../terminal-market.ts';

export interface MarketRow {
  readonly symbol: string;
  readonly base: string;
  readonly name: ReactNode;
  /** Undefined before the first prices came. */
  readonly ticker: { readonly lastPrice: string; readonly changePercent: string } | undefined;
  /** Decimals of its price. */
  readonly decimals: number;
}

type MarketMenuProps = {
  /** What stands in small under the name of the market that is shown. */
  readonly subtitle: ReactNode;
  readonly rows: readonly MarketRow[];
  readonly addressOf: (symbol: string) => string;
};

/** The market that is shown, and under it the choice of all. */
export function MarketMenu({ subtitle, rows, addressOf }: MarketMenuProps) {
  const { t } = useTranslation();
  const { instrument, name } = useTerminalMarket();
  const trigger = (
    <button type="button" className="-ms-2 flex h-11 items-center gap-2.5 rounded-2 px-2 hover:bg-hover md:h-10">
      <CoinIcon asset={instrument.base} className="size-7" />
      <span className="text-start">
        <bdi translate="no" className="flex items-center gap-1.5 text-16 leading-5 font-semibold">
          {name}
          <ChevronDown aria-hidden className="size-3.5 text-muted" />
        </bdi>
        {subtitle}
        <span className="sr-only">{t('terminal.choose_market')}</span>
      </span>
    </button>
  );
  return (
    <Menu trigger={trigger} align="start">
      {({ Item }) => (
        <div className="scroll-quiet max-h-[60vh] w-72 overflow-y-auto">
          {rows.map((row) => (
            <Item
              key={row.symbol}
              render={
                <Link to={addressOf(row.symbol)} aria-current={row.symbol === instrument.symbol ? 'page' : undefined} />
              }
            >
              <CoinIcon asset={row.base} className="size-5" />
              {row.name}
              <bdi className="text-12">{formatNumber(row.ticker?.lastPrice ?? '0', row.decimals)}</bdi>
              <DayChange percent={row.ticker?.changePercent ?? '0'} />
            </Item>
          ))}
        </div>
      )}
    </Menu>
  );
}

function DayChange({ percent }: { percent: string }) {
  return (
    <span className={classNames('min-w-16 text-end text-12', directionClass(signOf(percent)))}>
      <bdi>{formatPercent(percent)}</bdi>
    </span>
  );
}
