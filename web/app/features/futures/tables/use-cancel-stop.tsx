import { useTranslation } from '../../../i18n/use-translation.tsx';
import { ask } from '../../../../ui/confirm.ts';
import { quietCall } from '../../../api/client.ts';
import type { StopOrder } from '../../../api/calls/futures.ts';
import { cancelStopSurely } from '../../../api/calls/sure-orders.ts';
import { usePreferences } from '../../../choices/preferences.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { tellChecking, tellEnded } from '../../../terminal/tell-outcome.ts';
import { NeverAsk } from '../../../terminal/ticket/never-ask.tsx';
import { protectsOpen } from '../closable.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { useStopWords } from './stop-words.ts';

/**
 * Cancels a conditional order and tells what came of it; throws an ApiError. Before one that protects an open position ends it asks, unless
 * the person never wants to be asked.
 */
export function useCancelStop(): (stop: StopOrder) => Promise<void> {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const words = useStopWords();
  return async (stop) => {
    const positions = account.positions.get();
    if (protectsOpen(stop, positions) && usePreferences.getState().confirms !== 'never') {
      const order = isolated(words.nameOf(stop, positions));
      const isMeant = await ask({
        title: t('futures.stop_loss.cancel_title'),
        text: t('futures.stop_loss.cancel_text', { symbol: isolated(stop.symbol), order }),
        details: <NeverAsk />,
        confirmLabel: t('futures.stop_loss.cancel'),
        cancelLabel: t('common.keep'),
        isDangerous: true,
      });
      if (!isMeant) return;
    }
    const ended = await cancelStopSurely(quietCall, stop, () => tellChecking(t));
    account.acceptStopOrders([ended]);
    tellEnded(t, ended, words.endedName(ended));
  };
}
