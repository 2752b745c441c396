import { REFUSALS } from '@agio/contracts/errors';
import { MARGIN_MODES, POSITION_MODES } from '@agio/core/words';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FieldError } from '../../../../ui/text-field.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { getPreference, type Preference, setMarginMode, setPositionMode } from '../../../api/calls/futures.ts';
import { ApiError } from '../../../api/request.ts';
import { useSaving } from '../../../terminal/dialogs/use-saving.ts';
import { type FuturesMarket, useFuturesMarket } from '../futures-market.ts';
import { BlockingOrders } from './blocking-orders.tsx';
import { inTheWay } from './in-the-way.ts';

type ModeDialogProps = {
  readonly setting: 'margin' | 'mode';
  readonly preference: Preference;
  readonly onClose: () => void;
};

/** Cross or isolated margin of the contract, or one position a contract or two; what each means stands beside it. */
export function ModeDialog({ setting, preference, onClose }: ModeDialogProps) {
  const { t } = useTranslation();
  const { contract, account } = useFuturesMarket();
  const { isBusy, error, save } = useSaving(onClose);
  const [isBlocked, setIsBlocked] = useState(false);
  const { symbol } = contract;
  const isMargin = setting === 'margin';
  const scope = isMargin ? symbol : undefined;
  const title = isMargin ? t('futures.settings.margin_title', { symbol }) : t('futures.settings.mode_title');
  const choose = ({ label, change }: { readonly label: string; readonly change: () => Promise<Preference> }) =>
    save(async () => {
      setIsBlocked(false);
      try {
        account.acceptPreference(await change());
      } catch (failure) {
        setIsBlocked(isNotFlat(failure) && !inTheWay(openOf(account), scope).isNothing);
        throw failure;
      }
      showToast('success', t('futures.settings.saved'), `${title}: ${label}`);
    });
  const choices = isMargin
    ? MARGIN_MODES.map((marginMode) => ({
        key: marginMode,
        label: t(`futures.margin_${marginMode}`),
        text: t(`futures.settings.margin_${marginMode}`),
        isOn: preference.marginMode === marginMode,
        change: () => setMarginMode(quietCall, { symbol, marginMode }),
      }))
    : POSITION_MODES.map((positionMode) => ({
        key: positionMode,
        label: t(`futures.mode_${positionMode}`),
        text: t(`futures.settings.mode_${positionMode}`),
        isOn: preference.positionMode === positionMode,
        change: async () => {
          await setPositionMode(quietCall, positionMode);
          return getPreference(quietCall, symbol);
        },
      }));
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title} closeLabel={t('common.close')}>
      <div className="grid grid-cols-1 gap-2 px-4 pb-4 text-13">
        {choices.map(({ key, label, text, isOn, change }) => (
          <button
            key={key}
            type="button"
            aria-pressed={isOn}
            disabled={isBusy}
            onClick={() => (isOn ? onClose() : void choose({ label, change }))}
            className={classNames(
              'grid gap-1 rounded-2 border p-3 text-start disabled:opacity-50',
              isOn ? 'border-accent bg-accent-tint' : 'border-line-field hover:bg-hover',
            )}
          >
            <span className="font-semibold">{label}</span>
            <span className="text-12 text-muted">{text}</span>
          </button>
        ))}
        <p className="text-12 text-muted">
          {t(isMargin ? 'futures.settings.only_flat_margin' : 'futures.settings.only_flat_mode')}
        </p>
        {isBlocked ? <BlockingOrders symbol={scope} /> : error ? <FieldError text={error} /> : null}
      </div>
    </Dialog>
  );
}

const isNotFlat = (failure: unknown): boolean => failure instanceof ApiError && failure.code === REFUSALS.NOT_FLAT.code;

const openOf = ({ positions, orders, stopOrders }: FuturesMarket['account']) => ({
  positions: positions.get(),
  orders: orders.get(),
  stops: stopOrders.get(),
});
