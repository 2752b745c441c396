import { useTranslation } from '../../../i18n/use-translation.tsx';
import { ask } from '../../../../ui/confirm.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { cancelSurely } from '../../../api/calls/sure-orders.ts';
import type { Order } from '../../../api/types.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { pairName } from '../../../figures/market-name.ts';
import { usePreferences } from '../../../choices/preferences.ts';
import { tellChecking, tellEndedOrder } from '../../../terminal/tell-outcome.ts';
import { useSpotMarket } from '../spot-market.ts';
import { orderName } from './order-name.ts';
import { partnerOf } from './order-pairs.ts';

/** Cancels an open order. Before it ends both orders of a pair it asks, unless the person never wants to be asked; throws an ApiError. */
export function useCancelOrder(): (order: Order) => Promise<void> {
  const { t } = useTranslation();
  const { account, pairs } = useSpotMarket();
  const pairOf = (order: Order) => pairs.find(({ symbol }) => symbol === order.symbol);
  const nameOf = (order: Order) => orderName(t, order, pairOf(order));
  return async (order) => {
    const partner = partnerOf(order, account.openOrders.get() ?? []);
    if (partner !== undefined && usePreferences.getState().confirms !== 'never') {
      const isMeant = await ask({
        title: t('terminal.oco.cancel_title'),
        text: t('terminal.oco.cancel_text', { this: isolated(nameOf(order)), other: isolated(nameOf(partner)) }),
        confirmLabel: t('terminal.oco.cancel_both'),
        cancelLabel: t('terminal.order.keep_orders'),
        isDangerous: true,
      });
      if (!isMeant) return;
    }
    const ended = await cancelSurely(quietCall, order, () => tellChecking(t));
    account.acceptOrders([ended]);
    if (partner !== undefined && ended.status === 'CANCELED') {
      const both = [order, partner].map((one) => isolated(nameOf(one))).join(' / ');
      showToast('success', t('terminal.oco.canceled'), both);
      return;
    }
    const pair = pairOf(order);
    const market = pair ? pairName(pair) : order.symbol;
    tellEndedOrder(t, 'spot', ended, { whole: nameOf(order), market, base: pair?.base ?? '' });
  };
}
