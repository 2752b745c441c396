import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { useFuturesMarket, usePreference } from '../futures-market.ts';
import { LeverageDialog } from './leverage-dialog.tsx';
import { ModeDialog } from './mode-dialog.tsx';

type Setting = 'margin' | 'leverage' | 'mode';

/** Margin mode, leverage and position mode, each a button that opens what can be chosen. */
export function SettingsBar() {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const preference = usePreference();
  const [open, setOpen] = useState<Setting | null>(null);
  const { positionMode, marginMode, longLeverage, shortLeverage } = preference;
  const leverage = longLeverage === shortLeverage ? `${longLeverage}x` : `${longLeverage}x / ${shortLeverage}x`;
  const button = (setting: Setting, name: string, value: string) => (
    <button
      type="button"
      aria-label={`${name}: ${value}`}
      onClick={() => setOpen(setting)}
      className="flex h-11 grow items-center justify-center gap-1 rounded-1 border border-line-field px-1.5 font-semibold hover:bg-hover md:h-7"
    >
      <bdi className="whitespace-nowrap">{value}</bdi>
      <ChevronDown aria-hidden className="size-3 flex-none text-muted" />
    </button>
  );
  const close = () => setOpen(null);
  return (
    // Where the words are long, the last one has a line of its own.
    <div className="flex flex-none flex-wrap gap-1.5 border-b border-line p-3 py-2 md:[@container_ticket_(max-height:640px)]:py-1.5">
      {button(
        'margin',
        t('futures.settings.margin_title', { symbol: contract.symbol }),
        t(`futures.margin_${marginMode}`),
      )}
      {button('leverage', t('futures.settings.leverage'), leverage)}
      {button('mode', t('futures.settings.mode_title'), t(`futures.mode_${positionMode}`))}
      {open === 'leverage' ? <LeverageDialog preference={preference} onClose={close} /> : null}
      {open === 'margin' || open === 'mode' ? (
        <ModeDialog setting={open} preference={preference} onClose={close} />
      ) : null}
    </div>
  );
}
