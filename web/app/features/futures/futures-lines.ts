/** The user's positions, orders, triggers and exits of this contract as lines of the chart. */
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Translate } from '../../i18n/translator.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatUnits } from '../../../ui/decimal.ts';
import { formatAmount } from '../../../ui/format.ts';
import { showToast } from '../../../ui/toast.tsx';
import { quietCall } from '../../api/client.ts';
import type { FuturesOrder, Position, StopOrder } from '../../api/calls/futures.ts';
import { amendKeyOf } from '../../api/repeat-key.ts';
import { amendFuturesSurely, amendStopSurely, cancelFuturesSurely } from '../../api/calls/sure-orders.ts';
import { formatAverage } from '../../figures/average-price.ts';
import { coinAmount } from '../../figures/coin-amount.ts';
import { refusalText } from '../../i18n/words.ts';
import { isExit } from '../../live/futures/is-exit.ts';
import { useStore } from '../../live-views/use-store.ts';
import { askMove } from '../../terminal/chart/ask-move.ts';
import { lineName, type LineNote, type OwnLine } from '../../terminal/chart/own-line.ts';
import { trailLines, trailWords } from '../../terminal/chart/trail-lines.ts';
import { sideText } from '../../terminal/side-text.ts';
import { tellChecking, tellEndedOrder } from '../../terminal/tell-outcome.ts';
import { gapToAsk } from '../../terminal/ticket/price-gap.ts';
import { isSet } from '../../terminal/ticket/typed-units.ts';
import { closableOf, waitingOf } from './closable.ts';
import { type FuturesMarket, useFuturesMarket, useMarks } from './futures-market.ts';
import { exitName, orderLabel, stopLabel } from './line-labels.ts';
import { lineNotes, noteAt, type Noted, stopLine } from './line-notes.ts';
import { unitsOf } from './margin.ts';
import { positionLines } from './position-lines.ts';
import { stopTone } from './stop-tone.ts';
import { changeOf } from './tables/amended-order.ts';
import { stopChangeOf, stopValuesOf } from './tables/amended-stop.ts';
import { amendedStopWords, amendedWords } from './tables/change-of-order.ts';
import { closableWords } from './tables/quantity-cell.tsx';
import { stopWords } from './tables/stop-words.ts';
import { useCancelStop } from './tables/use-cancel-stop.tsx';
import { useClosing } from './tables/use-close-position.tsx';
import { problemText } from './ticket/problem-text.ts';
import { averageAndFee, takenFromBook } from './ticket/ticket-preview.ts';
import { bandFault } from './ticket/ticket-problems.ts';
import { feeRatesOf } from './ticket/use-ticket-context.ts';
import type { Side } from '@agio/core/words';

/** The lines, each with what it comes to at the mark of now. */
export function useFuturesLines(): readonly OwnLine[] {
  const { t } = useTranslation();
  const { contract, account, userRate } = useFuturesMarket();
  const isHere = ({ symbol }: { readonly symbol: string }) => symbol === contract.symbol;
  const noted: Noted = {
    hints: { position: t('futures.table.pnl_hint'), exit: t('futures.position.part_pnl') },
    positions: (useStore(account.positions) ?? []).filter(isHere),
    stops: (useStore(account.stopOrders) ?? []).filter(isHere),
    contract,
    mark: unitsOf(useMarks().get(contract.symbol)?.markPrice ?? '0'),
    feeRate: feeRatesOf(contract, userRate).taker,
  };
  const notes = lineNotes(noted);
  const calls = useCalls((stop, price) => noteAt(noted, stop, price));
  const stopOf = (id: string) => noted.stops.find((stop) => stopLine(stop) === id);
  return useBareLines(calls).map((line) => {
    const stop = stopOf(line.id);
    const moved = stop && { noteAt: (price: string) => noteAt(noted, stop, price) };
    return { ...line, note: notes.get(line.id), ...moved };
  });
}

function useBareLines(calls: Calls): readonly OwnLine[] {
  const { t } = useTranslation();
  const { contract, account } = useFuturesMarket();
  const positions = useStore(account.positions);
  const orders = useStore(account.orders);
  const stops = useStore(account.stopOrders);
  return useMemo(() => {
    const isHere = ({ symbol }: { readonly symbol: string }) => symbol === contract.symbol;
    const amount = (text: string) => formatAmount(text, contract.amountPrecision);
    const toneOf = (side: Side) => (side === 'BUY' ? 'up' : 'down');
    const shownOf = (order: FuturesOrder | StopOrder) => {
      const closable = closableOf(order, positions);
      const waiting = waitingOf(order, positions);
      const size = isSet(order.quantity) || isSet(waiting) ? amount(waiting) : '';
      return { size, hint: closableWords(t, closable, contract.base).why };
    };
    const ofOrder = (order: FuturesOrder): OwnLine => {
      const { size, hint } = shownOf(order);
      const label = orderLabel(t, order, size);
      return {
        id: `order ${order.orderId}`,
        price: order.price,
        tone: toneOf(order.side),
        label,
        hint,
        move: (price) => calls.current.moveOrder(order, label, price),
        close: () => calls.current.cancelOrder(order),
      };
    };
    const ofTrail = (stop: StopOrder): OwnLine[] => {
      const callback = formatUnits(unitsOf(stop.callbackRate) * 100n, 8);
      const { size, hint } = shownOf(stop);
      const words = trailWords(t, stop.side, callback, orderLabel(t, stop, size));
      return trailLines(stopLine(stop), stop, words, { hint, close: () => calls.current.cancelStop(stop) });
    };
    const ofStop = (stop: StopOrder): OwnLine => {
      const { size, hint } = shownOf(stop);
      const named = stopLabel(t, stop, size);
      return {
        id: stopLine(stop),
        price: stop.triggerPrice,
        tone: stopTone(stop),
        isOfPosition: isExit(stop),
        ...named,
        hint,
        move: (price) => calls.current.moveStop(stop, lineName(named), price),
        close: () => calls.current.cancelStop(stop),
      };
    };
    const held = (positions ?? []).filter(isHere);
    const hasBoth = held.length > 1;
    return [
      ...held.flatMap((one) =>
        positionLines(t, one, { size: amount(one.quantity), hasBoth, close: () => calls.current.closePosition(one) }),
      ),
      ...(orders ?? []).filter(isHere).map(ofOrder),
      ...(stops ?? []).filter(isHere).flatMap((stop) => (stop.type === 'TRAILING_STOP' ? ofTrail(stop) : ofStop(stop))),
    ].filter(({ price }) => isSet(price));
  }, [positions, orders, stops, contract, t, calls]);
}

function movedTitle(t: Translate, stop: StopOrder): string {
  if (isExit(stop)) return t('futures.exit_moved', { exit: exitName(t, stop) });
  return t('terminal.amend.done', { side: sideText(t, stop) });
}

/** What of an order would fill at once at another price, for the question before it; null: nothing. */
function filledAtOnce({ contract, account, feed, userRate }: FuturesMarket, order: FuturesOrder, price: string) {
  if (order.timeInForce === 'GTX') return null;
  const { base, settle, pricePrecision } = contract;
  const quantity = unitsOf(waitingOf(order, account.positions.get()));
  const taken = takenFromBook(contract, feed.book.get(), { side: order.side, quantity, bound: unitsOf(price) });
  const filled = averageAndFee(taken, feeRatesOf(contract, userRate).taker);
  return (
    filled && {
      quantity: `${formatAmount(formatUnits(taken.quantity, 8), 8)} ${base}`,
      price: `${formatAverage(formatUnits(filled.averagePrice, 8), pricePrecision)} ${settle}`,
      fee: coinAmount(formatUnits(filled.fee, 8), settle),
    }
  );
}

type Calls = ReturnType<typeof useCalls>;

/** What dragging or closing a line does to the order, trigger or exit that it shows; a refusal is told to the user. */
function useCalls(exitNote: (stop: StopOrder, price: string) => LineNote | undefined) {
  const { t } = useTranslation();
  const market = useFuturesMarket();
  const { contract, account, prices } = market;
  const guard = async (title: string, run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      showToast('error', title, refusalText(t, error));
    }
  };
  const instrument = { quote: contract.quote, quotePrecision: contract.pricePrecision };
  const closePosition = useClosing();
  const cancelStop = useCancelStop();
  const calls = {
    closePosition: (position: Position) => closePosition(position, contract),
    async moveOrder(order: FuturesOrder, label: string, price: string) {
      const last = prices.tickers.get().get(order.symbol)?.lastPrice ?? '';
      const mark = unitsOf(prices.tickers.get().get(order.symbol)?.markPrice ?? '0');
      const fault = bandFault(order.side, unitsOf(price), { contract, mark, last: unitsOf(last === '' ? '0' : last) });
      if (fault !== null) return void showToast('error', t('terminal.chart.not_moved'), problemText(t, fault));
      const gap = gapToAsk({ side: order.side, price }, last);
      const atOnce = filledAtOnce(market, order, price);
      if (!(await askMove(t, { label, from: order.price, to: price, instrument, gap, atOnce }))) return;
      await guard(t('terminal.chart.not_moved'), async () => {
        const change = changeOf(order, { ...order, price });
        if (change === null) return;
        const repeat = amendKeyOf('futures', { id: order.orderId, updatedAt: order.updatedAt });
        const changed = await amendFuturesSurely(quietCall, repeat, change, () => tellChecking(t));
        account.acceptOrders([changed]);
        const title = t('terminal.amend.done', { side: sideText(t, order) });
        showToast('success', title, amendedWords(t, order, changed, contract));
      });
    },
    async moveStop(stop: StopOrder, label: string, price: string) {
      const brings = exitNote(stop, price)?.wide;
      const more = brings === undefined ? undefined : t('futures.exit_brings', { amount: brings });
      if (!(await askMove(t, { label, from: stop.triggerPrice, to: price, instrument, gap: null, more }))) return;
      await guard(t('terminal.chart.not_moved'), async () => {
        const change = stopChangeOf(stop, { ...stopValuesOf(stop), triggerPrice: price });
        if (change === null) return;
        const repeat = amendKeyOf('stop', { id: stop.stopOrderId, updatedAt: stop.updatedAt });
        const changed = await amendStopSurely(quietCall, repeat, change, () => tellChecking(t));
        account.acceptStopOrders([changed]);
        showToast('success', movedTitle(t, stop), amendedStopWords(t, stop, changed, contract));
      });
    },
    cancelOrder: (order: FuturesOrder) =>
      guard(t('terminal.order.not_canceled'), async () => {
        const ended = await cancelFuturesSurely(quietCall, order, () => tellChecking(t));
        account.acceptOrders([ended]);
        tellEndedOrder(t, 'futures', ended, stopWords(t, [contract]).endedName(ended));
      }),
    cancelStop: (stop: StopOrder) => guard(t('terminal.order.not_canceled'), () => cancelStop(stop)),
  };
  return useNewest(calls);
}

/** The lines stay the same while prices change: they call the newest. */
function useNewest<T>(now: T): Readonly<RefObject<T>> {
  const newest = useRef(now);
  useEffect(() => {
    newest.current = now;
  });
  return newest;
}
