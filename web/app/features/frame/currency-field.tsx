import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { browserCall } from '../../api/client.ts';
import { getCurrencies } from '../../api/calls/currencies.ts';
import { currencyOf } from '../../figures/money.ts';

type Loaded = readonly { readonly code: string; readonly symbol: string }[] | 'failed' | null;

/** The chosen currency stands in the list from the start, so that nothing jumps when the others arrive. */
export function CurrencyField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { t } = useTranslation();
  const [loaded, setLoaded] = useState<Loaded>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    const show = (next: Loaded) => (isGone ? undefined : setLoaded(next));
    getCurrencies(browserCall).then(
      (list) => show(list.map(({ content }) => currencyOf(content))),
      () => show('failed'),
    );
    return () => void (isGone = true);
  }, [round]);
  const retry = () => {
    setLoaded(null);
    setRound(round + 1);
  };
  const list = loaded === null || loaded === 'failed' ? [] : loaded;
  const shown = list.some(({ code }) => code === value) ? list : [{ code: value, symbol: '' }, ...list];
  return (
    <div>
      <SelectField label={t('display.currency')} value={value} onChange={(event) => onChange(event.target.value)}>
        {shown.map(({ code, symbol }) => (
          <option key={code} value={code}>
            {symbol && symbol !== code ? `${code} (${symbol})` : code}
          </option>
        ))}
      </SelectField>
      {loaded === 'failed' ? (
        <p role="alert" className="mt-1.5 flex items-center justify-between gap-2 text-12 text-urgent">
          {t('display.currencies_failed')}
          <Button size="xs" onClick={retry}>
            {t('common.retry')}
          </Button>
        </p>
      ) : (
        <p className="mt-1.5 text-12 text-muted">{t('display.currency_hint')}</p>
      )}
    </div>
  );
}
