import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ask } from '../../../ui/confirm.ts';
import { showToast } from '../../../ui/toast.tsx';
import { refusalText } from '../../i18n/words.ts';
import { useMarketRefusal } from '../market-state.tsx';
import { type SidedOrder, sideText } from '../side-text.ts';
import { canceledManyWords } from '../tell-outcome.ts';

type CancelButtonProps = {
  /** Of the order, named as traders write it. */
  readonly market: { readonly symbol: string; readonly name: string };
  readonly order: SidedOrder;
  /** What tells the order apart from others of its side: its price, or what it waits for. */
  readonly price: string;
  /** The other order of its pair ends with it. */
  readonly isPair?: boolean;
  readonly cancel: () => Promise<void>;
};

/** Cancels one order; it goes from the table when the server has answered. */
export function CancelButton({ market, order, price, isPair = false, cancel }: CancelButtonProps) {
  const { t } = useTranslation();
  const whyNot = useMarketRefusal();
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    try {
      await cancel();
    } catch (error) {
      showToast('error', t('terminal.order.not_canceled'), whyNot(error, market));
    } finally {
      // The order may be kept: where a question came first, or where the cancel failed.
      setIsBusy(false);
    }
  };
  return (
    <IconButton
      label={t(isPair ? 'terminal.oco.cancel' : 'terminal.order.cancel', { side: sideText(t, order), price })}
      disabled={isBusy}
      onClick={() => void press()}
      className="size-11 md:size-6"
    >
      <X aria-hidden className="size-4" />
    </IconButton>
  );
}

type CancelAllButtonProps = {
  /** The market's name; undefined: those of all markets are canceled. */
  readonly market: string | undefined;
  /** All of them in words, each in one line. */
  readonly names: readonly string[];
  /** Where another table is in sight the button is not, but its key opens the question all the same. */
  readonly isInSight: boolean;
  /** Answers with what ended. */
  readonly cancel: () => Promise<Parameters<typeof canceledManyWords>[2]>;
};

/** As many are named in the question; how many more there are is said below them. */
const MOST_NAMES = 5;

/** Cancels many orders with one press, so it asks before: how many, of which markets, and which. */
export function CancelAllButton({ market, names, isInSight, cancel }: CancelAllButtonProps) {
  const { t } = useTranslation();
  const cancelAll = async () => {
    try {
      showToast('success', ...canceledManyWords(t, market, await cancel()));
    } catch (error) {
      showToast('error', t('terminal.order.not_canceled'), refusalText(t, error));
    }
  };
  const values = { count: String(names.length) };
  const askFirst = () =>
    ask({
      title: t('terminal.order.cancel_all_title'),
      text:
        market === undefined
          ? t('terminal.order.cancel_all_everywhere', values)
          : t('terminal.order.cancel_all_here', { ...values, pair: market }),
      details: <Names names={names} />,
      confirmLabel: t('terminal.order.cancel_all'),
      cancelLabel: t(names.length > 1 ? 'terminal.order.keep_orders' : 'terminal.order.keep_order'),
      isDangerous: true,
      onConfirm: cancelAll,
    });
  return (
    <Button size="xs" data-hotkey="cancel-all" hidden={!isInSight} onClick={() => void askFirst()}>
      {t('terminal.order.cancel_all')}
    </Button>
  );
}

function Names({ names }: Pick<CancelAllButtonProps, 'names'>) {
  const { t } = useTranslation();
  const more = names.length - MOST_NAMES;
  return (
    <ul className="grid min-w-0 gap-y-1 text-13">
      {names.slice(0, MOST_NAMES).map((name, at) => (
        <li key={at} className="break-words">
          {name}
        </li>
      ))}
      {more > 0 ? <li className="text-muted">{t('terminal.order.and_more', { count: String(more) })}</li> : null}
    </ul>
  );
}
