import { LEDGER_TYPES } from '@agio/contracts/ledger';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, Link, useSubmit } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { searchOf, type LedgerFilter } from './ledger-query.ts';

type LedgerFiltersProps = {
  readonly filter: LedgerFilter;
  readonly assets: readonly string[];
  /** Of this page, in its language. */
  readonly path: string;
};

/** A form that the address answers: it works before scripts run, and each choice has a link. */
export function LedgerFilters({ filter, assets, path }: LedgerFiltersProps) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const send = (event: ChangeEvent<HTMLFormElement>) => {
    if (event.currentTarget.checkValidity()) void submit(event.currentTarget, { preventScrollReset: true });
  };
  const isFiltered = searchOf(filter, 1) !== '';
  return (
    <Form
      // The browser keeps what is typed in its fields; another address begins with its own.
      key={searchOf(filter, 1)}
      action={path}
      onChange={send}
      role="search"
      aria-label={t('ledger.filters')}
      className={classNames(
        'grid items-end gap-3 min-[480px]:grid-cols-2 md:grid-cols-3',
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
      <SelectField name="type" label={t('ledger.type')} defaultValue={filter.type}>
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
        max={filter.to || undefined}
      />
      <TextField
        type="date"
        name="to"
        label={t('ledger.to_day')}
        defaultValue={filter.to}
        min={filter.from || undefined}
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
