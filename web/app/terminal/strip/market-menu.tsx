import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { useTerminalMarket } from '../terminal-market.ts';
import { MarketChoice, type MarketRow } from './market-choice.tsx';

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
    <button
      type="button"
      className="-ms-2 flex h-11 items-center gap-2.5 rounded-2 px-2 whitespace-nowrap hover:bg-hover md:h-10"
    >
      <CoinIcon asset={instrument.base} className="size-7 max-[359px]:hidden" />
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
    <Popover trigger={trigger} label={t('terminal.choose_market')}>
      {(close) => <MarketChoice rows={rows} addressOf={addressOf} onDone={close} />}
    </Popover>
  );
}
