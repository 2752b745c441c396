import { SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FindField } from '../../../ui/find-field.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { changeDisplay, useDisplay } from '../../choices/display.ts';
import { HoldingsTable, type HoldingsTableProps } from './holdings-table.tsx';
import { VALUE_CURRENCY } from './value-currency.ts';
import { isSmall, SMALL_BALANCE, shownHoldings } from './shown-holdings.ts';

/** The table of coins, with what narrows it down: a search, and whether small balances are listed. Totals above count all coins. */
export function CoinHoldings(props: HoldingsTableProps) {
  const { t } = useTranslation();
  const { holdings, pairs } = props;
  const [text, setText] = useState('');
  const hidesSmall = useDisplay().smallBalances === 'hidden';
  const names = useMemo(() => new Map(pairs.map(({ base, baseName }) => [base, baseName])), [pairs]);
  const shown = shownHoldings(holdings, { text, hidesSmall }, (asset) => names.get(asset));
  const hidden = hidesSmall ? holdings.filter(isSmall).length : 0;
  const setHidesSmall = (hides: boolean) => changeDisplay({ smallBalances: hides ? 'hidden' : 'shown' });
  const showAll = () => {
    setText('');
    setHidesSmall(false);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-2 text-13">
        <h2 className="text-14 max-md:w-full">{t('assets.coins')}</h2>
        <div className="flex max-md:w-full">
          <FindField label={t('assets.find_coin')} value={text} onChange={setText} />
        </div>
        <Checkbox checked={hidesSmall} onChange={setHidesSmall} className="min-h-11 text-muted md:min-h-8">
          <span>
            {t('assets.hide_small', { amount: SMALL_BALANCE, currency: VALUE_CURRENCY })}
            {hidden > 0 ? <bdi className="ms-1.5 text-faint">({hidden})</bdi> : null}
          </span>
        </Checkbox>
      </div>
      <p role="status" className="sr-only">
        {text === '' && !hidesSmall ? '' : t('assets.coins_shown', { shown: shown.length, all: holdings.length })}
      </p>
      {shown.length > 0 ? (
        <HoldingsTable {...props} holdings={shown} />
      ) : (
        <EmptyState
          Icon={SearchX}
          text={t(text.trim() === '' ? 'assets.only_small' : 'assets.no_coin_found')}
          action={
            <Button size="sm" className="max-md:h-11" onClick={showAll}>
              {t('assets.show_all_coins')}
            </Button>
          }
          className="py-12"
        />
      )}
    </>
  );
}
