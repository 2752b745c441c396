import type { Translate } from '../../../i18n/translator.ts';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { ask } from '../../../../ui/confirm.ts';
import { formatAmount } from '../../../../ui/format.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { Contract, FuturesOrder, PlaceFuturesOrder, Position } from '../../../api/calls/futures.ts';
import type { RepeatKey } from '../../../api/repeat-key.ts';
import { repeatKeyOf } from '../../../api/repeat-key.ts';
import { placeFuturesSurely } from '../../../api/calls/sure-orders.ts';
import { ownFills } from '../../../live/own-fills.ts';
import { refusalText } from '../../../i18n/words.ts';
import { tellChecking } from '../../../terminal/tell-outcome.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { reversedAt } from '../told-orders.ts';
import { bookedResult } from './booked-result.ts';
import { createWayChoice, OrdersInWay, useCancelInWay } from './cancel-in-way.tsx';
import { ReversalOfAll } from './closing-of-all.tsx';
import { followPositions } from './followed-positions.ts';
import { FollowedChange, OfPosition } from './followed-question.tsx';
import { positionName } from './position-name.ts';
import { grownBy, reversalOf } from './reversal.ts';

/**
 * Asks, closes all of a position by a market order, and then opens what was closed on the other side by a second one. The question
 * follows the position while it is open.
 */
export function useReversePosition(asked: Position, contract: Contract): () => Promise<unknown> {
  const { t } = useTranslation();
  const market = useFuturesMarket();
  const { account } = market;
  const cancelInWay = useCancelInWay();
  const reverse = useReversal(contract);
  return () => {
    const way = createWayChoice();
    const followed = followPositions(account.positions, [asked]);
    const onConfirm = async () => {
      followed.stop();
      await cancelInWay(way);
      for (const position of followed.now.get()) await reverse(position);
    };
    return ask({
      title: t('futures.position.reverse_title', { symbol: positionName(t, asked) }),
      text: (
        <OfPosition followed={followed}>
          {(position) => questionText(t, position, account.positions.get() ?? [], contract)}
        </OfPosition>
      ),
      details: (
        <>
          <FollowedChange followed={followed} contract={contract} />
          <OfPosition followed={followed}>
            {(position) => (
              <>
                <ReversalOfAll market={market} position={position} contract={contract} />
                <OrdersInWay market={market} positions={[position]} choice={way} takenOf={takenTwice} />
              </>
            )}
          </OfPosition>
        </>
      ),
      confirmLabel: t('futures.position.reverse'),
      cancelLabel: t('futures.position.keep'),
      isDangerous: true,
      off: followed.off,
      onConfirm,
    }).finally(followed.stop);
  };
}

/**
 * Sends both orders for a position as it was last shown, the second one only after the first has closed everything; what happened is told
 * of each.
 */
function useReversal(contract: Contract): (position: Position) => Promise<void> {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const valuesOf = ({ symbol, quantity }: Position) => ({
    symbol,
    quantity: formatAmount(quantity, 8),
    asset: contract.base,
  });
  const place = async (repeat: RepeatKey, body: PlaceFuturesOrder) => {
    const order = await placeFuturesSurely(quietCall, repeat, body, () => tellChecking(t));
    account.acceptOrders([order]);
    ownFills()?.markTold('futures', order.orderId);
    return order;
  };
  const close = async (position: Position): Promise<FuturesOrder | null> => {
    try {
      const order = await place(repeatKeyOf(`close ${position.positionId}`), reversalOf(position).closing);
      if (order.status === 'FILLED') return order;
      const partly = { ...valuesOf(position), filled: formatAmount(order.filledQuantity, 8) };
      showToast('info', t('futures.position.not_reversed'), t('futures.position.partly', partly));
    } catch (error) {
      showToast('error', t('futures.position.not_reversed'), refusalText(t, error));
    }
    return null;
  };
  const open = async (position: Position, closed: FuturesOrder): Promise<void> => {
    const values = valuesOf(position);
    try {
      const order = await place(
        repeatKeyOf(`reopen ${position.positionId}`),
        reversalOf(position).opening(closed.filledQuantity),
      );
      if (order.status === 'FILLED') {
        // What opened has no result but its fee.
        const [result, opening] = await Promise.all([bookedResult([closed]), bookedResult([order])]);
        const openingFee = opening === null ? null : -opening;
        const words = reversedAt(t, contract, { closed, opened: order, result, openingFee });
        showToast('success', t('futures.position.reversed', values), words);
      } else {
        const filled = isSet(order.filledQuantity) ? formatAmount(order.filledQuantity, 8) : '0';
        const partly = t('futures.position.partly_opened', { ...values, filled });
        showToast('warning', t('futures.position.half_reversed', values), partly);
      }
    } catch (error) {
      showToast('warning', t('futures.position.half_reversed', values), refusalText(t, error));
    }
  };
  return async (position) => {
    const closed = await close(position);
    if (closed !== null) await open(position, closed);
  };
}

const takenTwice = ({ quantity }: Position) => ({ quantity: 2n * unitsOf(quantity) });

/** Both orders, and in hedge mode what opens beside. */
function questionText(t: Translate, position: Position, positions: readonly Position[], contract: Contract): string {
  const isLong = position.direction === 'LONG';
  const orders = t('futures.position.reverse_text', {
    symbol: position.symbol,
    quantity: formatAmount(position.quantity, 8),
    asset: contract.base,
    first: t(isLong ? 'terminal.close_SELL' : 'terminal.close_BUY'),
    second: t(isLong ? 'terminal.open_SELL' : 'terminal.open_BUY'),
  });
  return `${orders} ${growthWords(t, position, positions, contract)}`.trim();
}

/** In hedge mode what opens may join a position that is open there; empty where none is. */
function growthWords(t: Translate, position: Position, positions: readonly Position[], { base }: Contract): string {
  const grown = grownBy(position, positions);
  if (grown === null) return '';
  const side = t(position.direction === 'LONG' ? 'futures.short' : 'futures.long');
  const [before, after] = [formatAmount(grown.before, 8), formatAmount(grown.after, 8)];
  return t('futures.position.reverse_grows', { side, before, after, asset: base });
}
