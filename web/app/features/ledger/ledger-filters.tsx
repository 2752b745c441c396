import { LEDGER_TYPES } from '@agio/contracts/ledger';
import { useEffect, useRef, type ChangeEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Form, Link, useNavigate } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { readFilter, searchOf, type LedgerFilter } from './ledger-query.ts';

/** Earlier years are half-typed ones (0202 on the way to 2026) and are not sent. */
const FIRST_DAY = '1970-01-01';

type LedgerFiltersProps = {
  readonly filter: LedgerFilter;
  readonly assets: readonly string[];
  /** Address of this page, in its language. */
  readonly path: string;
};

/** The filters as a form that is sent to the page's own address: it works without scripts, and every choice can be linked to. */
export function LedgerFilters({ filter, assets, path }: LedgerFiltersProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const send = ({ currentTarget }: ChangeEvent<HTMLFormElement>) => {
    if (!currentTarget.checkValidity()) return;
    const given = [...new FormData(currentTarget)].map(([name, value]) => [name, String(value)]);
    void navigate(path + searchOf(readFilter(new URLSearchParams(given)), 1), { preventScrollReset: true });
  };
  const isFiltered = searchOf(filter, 1) !== '';
  const form = useRef<HTMLFormElement>(null);
  // The fields follow the address, also when one goes back in the browser's history, and keep the focus.
  useEffect(() => {
    for (const [name, value] of Object.entries(filter)) {
      const field = form.current?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (isField && field.value !== value) field.value = value;
    }
  }, [filter]);
  return (
    <Form
      ref={form}
      action={path}
      onChange={send}
      role="search"
      aria-label={t('ledger.filters')}
      className={classNames(
        'grid grid-cols-2 items-end gap-3 md:grid-cols-3',
        isFiltered ? 'xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]' : 'xl:grid-cols-5',
      )}
    >
      <SelectField name="wallet" label={t('ledger.wallet')} defaultValue={filter.wallet}>
        <option value="">{t('ledger.all')}</option>
        <option value="SPOT">{t('assets.wallet_SPOT')}</option>
        <option value="FUTURES">{t('assets.wallet_FUTURES')}</option>
      </SelectField>
      <SelectField name="asset" label={t('assets.coin')} defaultValue={filter.asset}>
        <option value="">{t('ledger.all')}</option>
        {assets.map((asset) => (
          <option key={asset}>{asset}</option>
        ))}
      </SelectField>
      <SelectField name="type" label={t('ledger.type')} defaultValue={filter.type} className="max-md:col-span-2">
        <option value="">{t('ledger.all')}</option>
        {LEDGER_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`ledger.type_${type}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        type="date"
        name="from"
        label={t('ledger.from_day')}
        defaultValue={filter.from}
        min={FIRST_DAY}
        max={filter.to || undefined}
      />
      <TextField
        type="date"
        name="to"
        label={t('ledger.to_day')}
        defaultValue={filter.to}
        min={filter.from || FIRST_DAY}
      />
      <noscript>
        <button type="submit" className={buttonClass('line', 'md', 'h-11')}>
          {t('ledger.show')}
        </button>
      </noscript>
      {isFiltered ? (
        <Link to={path} preventScrollReset className={buttonClass('ghost', 'md', 'h-11')}>
          {t('ledger.clear')}
        </Link>
      ) : null}
    </Form>
  );
}
