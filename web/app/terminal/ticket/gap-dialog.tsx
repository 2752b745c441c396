import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatNumber } from '../../../ui/format.ts';
import type { AskedPrice, PriceGap } from './price-gap.ts';
import { usePreferences } from '../../choices/preferences.ts';
import { useTerminalMarket } from '../terminal-market.ts';

type GapDialogProps = {
  readonly gap: PriceGap | null;
  readonly ticket: AskedPrice;
  readonly lastPrice: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
};

/** Asks before an order whose price stands far from the last one is sent. */
export function GapDialog({ gap, ticket, lastPrice, onClose, onConfirm }: GapDialogProps) {
  const { t } = useTranslation();
  const { instrument } = useTerminalMarket();
  const asksPriceGap = usePreferences((state) => state.asksPriceGap);
  const setAsksPriceGap = usePreferences((state) => state.setAsksPriceGap);
  const shown = (price: string) => `${formatNumber(price || '0', instrument.quotePrecision)} ${instrument.quote}`;
  return (
    <Dialog
      isOpen={gap !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('terminal.gap.title')}
      closeLabel={t('common.close')}
    >
      <div className="grid gap-4 px-4 pb-4">
        <p className="text-muted">
          {t(gap?.isAbove ? 'terminal.gap.above' : 'terminal.gap.below', { percent: gap?.percent ?? '' })}
        </p>
        <dl className="num grid grid-cols-[1fr_auto] gap-y-1 text-13">
          <dt className="text-muted">{t('terminal.gap.your_price')}</dt>
          <dd className="text-end font-semibold">
            <bdi>{shown(ticket.price)}</bdi>
          </dd>
          <dt className="text-muted">{t('terminal.gap.last_price')}</dt>
          <dd className="text-end">
            <bdi>{shown(lastPrice)}</bdi>
          </dd>
        </dl>
        <Checkbox checked={!asksPriceGap} onChange={(isOn) => setAsksPriceGap(!isOn)}>
          {t('terminal.gap.never')}
        </Checkbox>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('terminal.gap.change')}</Button>
          <Button look={ticket.side === 'BUY' ? 'buy' : 'sell'} onClick={onConfirm}>
            {t('terminal.gap.send')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
