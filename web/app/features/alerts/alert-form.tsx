import { ALERT_DIRECTIONS, ALERT_PAUSE_HOURS, type AlertDirection } from '@agio/contracts/alert-limits';
import { REFUSALS } from '@agio/contracts/errors';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FieldError, TextField } from '../../../ui/text-field.tsx';
import { useTypedNumber } from '../../../ui/use-typed-number.ts';
import type { AlertTarget } from '../../alerts/open-alert.ts';
import { createPriceAlert, updatePriceAlert, type AlertedMarket, type PriceAlert } from '../../api/calls/alerts.ts';
import { quietCall } from '../../api/client.ts';
import { ApiError } from '../../api/request.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Translate } from '../../i18n/translator.ts';
import { refusalText } from '../../i18n/words.ts';
import { type AlertFault, alertFault } from './alert-fault.ts';

type AlertFormProps = {
  readonly target: AlertTarget;
  readonly facts: AlertedMarket;
  readonly onSaved: (saved: PriceAlert) => void;
};

/** Refusals that say what is wrong with the price. */
const OF_PRICE: ReadonlySet<number> = new Set(
  (['ALERT_REACHED', 'ALERT_TOO_FAR', 'ALREADY_EXISTS', 'PRICE_TICK', 'AMOUNT_TOO_LARGE'] as const).map(
    (name) => REFUSALS[name].code,
  ),
);
const ONCE = 'once';

/** Sets an alert, or changes one. */
export function AlertForm({ target, facts, onSaved }: AlertFormProps) {
  const { t } = useTranslation();
  const { alert, market, symbol } = target;
  const [direction, setDirection] = useState<AlertDirection>(alert?.direction ?? 'ABOVE');
  const [price, setPrice] = useState(alert?.price ?? '');
  const [repeat, setRepeat] = useState(String(alert?.pauseHours ?? ONCE));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<{ readonly isOfPrice: boolean; readonly text: string } | null>(null);
  const { isFull, field } = useTypedNumber(price, (text) => {
    setPrice(text);
    setError(null);
  });
  const ofPrice = (text: string) => setError({ isOfPrice: true, text });
  const send = async () => {
    const fault = alertFault(price, facts);
    if (fault !== null) return ofPrice(faultText(t, fault, facts));
    const pauseHours = ALERT_PAUSE_HOURS.find((hours) => String(hours) === repeat) ?? null;
    setIsBusy(true);
    try {
      const level = { direction, price: price.replace(/\.$/, ''), pauseHours };
      const saved = await (alert
        ? updatePriceAlert(quietCall, { id: alert.id, ...level })
        : createPriceAlert(quietCall, { market, symbol, ...level }));
      setPrice('');
      onSaved(saved);
    } catch (failure) {
      const isOfPrice = failure instanceof ApiError && OF_PRICE.has(failure.code);
      setError({ isOfPrice, text: refusalText(t, failure) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
      className="num grid gap-3 px-4 pb-4"
    >
      <p className="text-13 text-muted">
        {t('alerts.last')}{' '}
        <bdi className="font-medium text-fg">
          {facts.lastPrice === undefined ? '–' : `${formatNumber(facts.lastPrice, facts.decimals)} ${facts.quote}`}
        </bdi>
      </p>
      <Segmented
        label={t('alerts.when')}
        value={direction}
        onChange={(next) => {
          setDirection(next);
          setError(null);
        }}
        options={ALERT_DIRECTIONS.map((value) => ({ value, label: t(`alerts.direction_${value}`) }))}
        className="w-full [&_label]:leading-[42px] md:[&_label]:leading-8"
      />
      <TextField
        label={t('alerts.price')}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        {...field}
        error={error?.isOfPrice ? error.text : undefined}
        hint={isFull ? t('common.number_length') : undefined}
        end={<span className="text-13 text-muted">{facts.quote}</span>}
      />
      <SelectField label={t('alerts.repeat')} value={repeat} onChange={(event) => setRepeat(event.target.value)}>
        <option value={ONCE}>{t('alerts.repeat_once')}</option>
        {ALERT_PAUSE_HOURS.map((hours) => (
          <option key={hours} value={String(hours)}>
            {t(`alerts.repeat_${hours}`)}
          </option>
        ))}
      </SelectField>
      {error && !error.isOfPrice ? <FieldError text={error.text} className="mt-0" /> : null}
      <Button type="submit" look="primary" className="h-11" busy={isBusy}>
        {t(alert ? 'alerts.save' : 'alerts.set')}
      </Button>
    </form>
  );
}

function faultText(t: Translate, fault: AlertFault, { decimals, quote }: AlertedMarket): string {
  if (fault.reason === 'missing') return t('alerts.price_missing');
  if (fault.reason !== 'range') return t(`common.number_${fault.reason}`, { decimals: String(decimals) });
  const shown = (price: string) => isolated(`${formatNumber(price, decimals)} ${quote}`);
  return t('alerts.price_range', { least: shown(fault.least), most: shown(fault.most) });
}
