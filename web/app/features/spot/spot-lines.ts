/** The user's open orders of this market as lines of the chart: where they rest, and where those that wait would fire. */
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatUnits } from '../../../ui/decimal.ts';
import { formatAmount } from '../../../ui/format.ts';
import { showToast } from '../../../ui/toast.tsx';
import { quietCall } from '../../api/client.ts';
import { amendKeyOf } from '../../api/repeat-key.ts';
import { amendSurely } from '../../api/calls/sure-orders.ts';
import type { Order } from '../../api/types.ts';
import { formatAverage } from '../../figures/average-price.ts';
import { coinAmount } from '../../figures/coin-amount.ts';
import { refusalText } from '../../i18n/words.ts';
import { useStore } from '../../live-views/use-store.ts';
import { askMove } from '../../terminal/chart/ask-move.ts';
import { leftOf } from '../../terminal/chart/left-of.ts';
import { lineName, type OwnLine } from '../../terminal/chart/own-line.ts';
import { trailLines, trailWords } from '../../terminal/chart/trail-lines.ts';
import { tellChecking } from '../../terminal/tell-outcome.ts';
import { gapToAsk } from '../../terminal/ticket/price-gap.ts';
import { isSet } from '../../terminal/ticket/typed-units.ts';
import { tellAmended } from './orders/amend-dialog.tsx';
import { amendedTicket, amendProblems, changeOf, valuesOf } from './orders/amended-order.ts';
import { hasPartner } from './orders/order-pairs.ts';
import { useCancelOrder } from './orders/use-cancel-order.ts';
import { useSpotMarket } from './spot-market.ts';
import { problemText } from './ticket/problem-text.ts';
import { takenAtOnce } from './ticket/ticket-preview.ts';
import { useTicketContext } from './ticket/use-ticket-context.ts';

export function useSpotLines(): readonly OwnLine[] {
  const { t } = useTranslation();
  const { pair, account } = useSpotMarket();
  const orders = useStore(account.openOrders);
  const move = useMove();
  const cancel = useNewest(useCancelOrder());
  return useMemo(() => {
    const close = async (order: Order) => {
      try {
        await cancel.current(order);
      } catch (error) {
        showToast('error', t('terminal.order.not_canceled'), refusalText(t, error));
      }
    };
    const sizeOf = (order: Order): string =>
      `${t(`terminal.side_${order.side}`)} ${formatAmount(leftOf(order), pair.basePrecision)}`;
    /** That it is one of a pair stays on the narrowest pill: three letters, and without them its cancellation would be half understood. */
    const nameOf = (order: Order, size: string): Pick<OwnLine, 'kind' | 'label'> => {
      if (order.ocoId !== 0) return { label: `${t('terminal.tag_oco')} · ${size}` };
      return { label: size, ...(order.status === 'UNTRIGGERED' ? { kind: t('terminal.ticket.trigger') } : {}) };
    };
    const trailOf = (order: Order): OwnLine[] => {
      const words = trailWords(t, order.side, formatUnits(BigInt(order.deltaBips), 2), sizeOf(order));
      return trailLines(String(order.orderId), order, words, { close: () => close(order) });
    };
    const lineOf = (order: Order): OwnLine[] => {
      const waits = order.status === 'UNTRIGGERED';
      if (waits && order.deltaBips !== 0) return trailOf(order);
      const price = waits ? order.stopPrice : order.price;
      if (!isSet(price)) return [];
      const size = sizeOf(order);
      const named = nameOf(order, size);
      // Of a pair neither can be changed.
      const isFree = !hasPartner(order, orders ?? []);
      return [
        {
          id: String(order.orderId),
          price,
          tone: order.side === 'BUY' ? 'up' : 'down',
          ...named,
          ...(isFree ? { move: (next: string) => move.current(order, lineName(named), next) } : {}),
          close: () => close(order),
        },
      ];
    };
    return (orders ?? []).filter((order) => order.symbol === pair.symbol).flatMap(lineOf);
  }, [orders, pair, t, cancel, move]);
}

/** A dragged order is changed as the dialog of its row changes it, with the same checks; what stops it is told. */
function useMove() {
  const { t } = useTranslation();
  const { pair, account } = useSpotMarket();
  const context = useTicketContext();
  const move = async (order: Order, label: string, price: string) => {
    const refuse = (why: string): void => void showToast('error', t('terminal.chart.not_moved'), why);
    const field = order.status === 'UNTRIGGERED' ? 'stopPrice' : 'price';
    const before = valuesOf(order);
    const values = { ...before, [field]: price };
    const [problem] = amendProblems(order, values, context);
    if (problem) return refuse(problemText(t, problem));
    const change = changeOf(order, values);
    if (change === null) return;
    const ticket = amendedTicket(order, values);
    const gap = field === 'price' ? gapToAsk(ticket, context.lastPrice) : null;
    const instrument = { quote: pair.quote, quotePrecision: pair.quotePrecision };
    const filling = field === 'price' ? takenAtOnce({ ...ticket, quantity: leftOf(order) }, context) : null;
    const atOnce = filling && {
      quantity: `${formatAmount(filling.taken, pair.basePrecision)} ${pair.base}`,
      price: `${formatAverage(filling.averagePrice, pair.quotePrecision)} ${pair.quote}`,
      fee: coinAmount(filling.fee, filling.feeAsset),
    };
    if (!(await askMove(t, { label, from: before[field] ?? '0', to: price, instrument, gap, atOnce }))) return;
    const repeat = amendKeyOf('spot', { id: order.orderId, updatedAt: order.updatedAt });
    try {
      const changed = await amendSurely(quietCall, repeat, change, () => tellChecking(t));
      account.acceptOrders([changed]);
      tellAmended(t, order, changed, pair);
    } catch (error) {
      refuse(refusalText(t, error));
    }
  };
  return useNewest(move);
}

/** The lines stay the same while prices change: they call the newest. */
function useNewest<T>(now: T): Readonly<RefObject<T>> {
  const newest = useRef(now);
  useEffect(() => {
    newest.current = now;
  });
  return newest;
}
