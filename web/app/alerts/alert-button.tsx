import { BellPlus } from 'lucide-react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { IconButton } from '../../ui/button.tsx';
import { openAlert } from './open-alert.ts';
import type { MarketKind } from '@agio/core/words';

type AlertButtonProps = {
  readonly market: MarketKind;
  readonly symbol: string;
  /** As people read it: BTC/USDT. */
  readonly name: string;
  readonly className?: string;
};

/** Opens the price alerts of a market. */
export function AlertButton({ market, symbol, name, className }: AlertButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      label={t('frame.alert_for', { market: name })}
      onClick={() => openAlert({ market, symbol })}
      {...(className === undefined ? {} : { className })}
    >
      <BellPlus aria-hidden className="size-4" />
    </IconButton>
  );
}
