import { PRICE_COLORS, TEXT_SIZES, THEMES } from '@agio/contracts/display';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Triangle } from '../../../ui/price.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { mayNotify } from '../../choices/announce.ts';
import { changeDisplay, useDisplay } from '../../choices/display.ts';
import { CONFIRMS, usePreferences, type AlertType } from '../../choices/preferences.ts';
import { usePage } from '../../navigation/page-traits.ts';
import { CurrencyField } from './currency-field.tsx';

/** Every change shows at once, on this page behind the dialog. Loaded when it is first opened. */
export default function DisplaySettings() {
  const { t } = useTranslation();
  const tab = usePreferences((state) => state.settingsTab);
  const setTab = usePreferences((state) => state.setSettingsTab);
  return (
    <Tabs
      label={t('display.title')}
      value={tab}
      onChange={setTab}
      height="touch"
      tabs={[
        { value: 'interface', label: t('display.tab_interface'), panel: <InterfaceSettings /> },
        { value: 'trading', label: t('display.tab_trading'), panel: <TradingSettings /> },
      ]}
    />
  );
}

function InterfaceSettings() {
  const { t } = useTranslation();
  const { theme, textSize, currency } = useDisplay();
  const { traits } = usePage();
  return (
    <div className="grid gap-5 p-4">
      {traits.isThemeSwitchHidden ? null : (
        <Choices
          legend={t('display.theme')}
          value={theme}
          options={THEMES.map((value) => ({ value, label: t(`display.theme_${value}`) }))}
          onChange={(next) => changeDisplay({ theme: next })}
          hint={
            traits.theme
              ? [t(`display.page_stays_${traits.theme}`), t(`display.other_pages_now_${theme}`)].join(' · ')
              : undefined
          }
        />
      )}
      <Choices
        legend={t('display.text_size')}
        value={textSize}
        options={TEXT_SIZES.map((value) => ({ value, label: <bdi>{value}%</bdi> }))}
        onChange={(next) => changeDisplay({ textSize: next })}
      />
      <CurrencyField value={currency} onChange={(next) => changeDisplay({ currency: next })} />
    </div>
  );
}

function TradingSettings() {
  const { t } = useTranslation();
  const { priceColors } = useDisplay();
  const alertType = usePreferences((state) => state.alertType);
  const setAlertType = usePreferences((state) => state.setAlertType);
  const confirms = usePreferences((state) => state.confirms);
  const setConfirms = usePreferences((state) => state.setConfirms);
  const hasSounds = usePreferences((state) => state.hasSounds);
  const setHasSounds = usePreferences((state) => state.setHasSounds);
  const [isBlocked, setIsBlocked] = useState(false);
  const choose = async (next: AlertType) => {
    const isAllowed = next === 'toast' || (await mayNotify());
    setIsBlocked(!isAllowed);
    if (isAllowed) setAlertType(next);
  };
  return (
    <div className="grid gap-5 p-4">
      <Choices
        legend={t('display.price_colors')}
        value={priceColors}
        columns="grid-cols-1"
        options={PRICE_COLORS.map((value) => ({ value, label: <Sample colors={value} /> }))}
        onChange={(next) => changeDisplay({ priceColors: next })}
        hint={t('display.colors_hint')}
      />
      <Choices<AlertType>
        legend={t('display.alerts')}
        value={alertType}
        options={[
          { value: 'toast', label: t('display.alert_toast') },
          { value: 'notify', label: t('display.alert_notify') },
        ]}
        onChange={(next) => void choose(next)}
        hint={t(isBlocked ? 'display.alerts_blocked' : 'display.alerts_hint')}
      />
      <Choices<'on' | 'off'>
        legend={t('display.sounds')}
        value={hasSounds ? 'on' : 'off'}
        options={[
          { value: 'off', label: t('display.sounds_off') },
          { value: 'on', label: t('display.sounds_on') },
        ]}
        onChange={(next) => setHasSounds(next === 'on')}
      />
      <Choices
        legend={t('display.confirm')}
        value={confirms}
        options={CONFIRMS.map((value) => ({ value, label: t(`display.confirm_${value}`) }))}
        onChange={setConfirms}
        hint={t('display.confirm_hint')}
      />
    </div>
  );
}

/** A pair of colors as it looks, whichever is chosen. */
function Sample({ colors }: { colors: string }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="me-auto">{t(`display.colors_${colors}`)}</span>
      <span data-price-colors={colors} className="flex gap-3 text-12">
        <span className="flex items-center gap-1 text-up">
          <Triangle direction={1} />
          {t('display.sample_rise')}
        </span>
        <span className="flex items-center gap-1 text-down">
          <Triangle direction={-1} />
          {t('display.sample_fall')}
        </span>
      </span>
    </span>
  );
}

type ChoicesProps<T extends string> = {
  readonly legend: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly columns?: string;
  readonly hint?: string | undefined;
  readonly onChange: (value: T) => void;
};

/** Native radios, high enough for a thumb. */
function Choices<T extends string>({ legend, value, options, columns, hint, onChange }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-medium text-muted">{legend}</legend>
      <div className={classNames('grid gap-1.5', columns ?? 'grid-flow-col auto-cols-fr')}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-center justify-center rounded-1 border border-line-field px-3 py-1.5 text-13 font-medium text-muted hover:text-fg has-checked:border-accent has-checked:bg-accent-tint has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent [&>span]:w-full"
          >
            <input
              type="radio"
              name={legend}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint ? (
        <p role="status" className="mt-1.5 text-12 text-muted">
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
