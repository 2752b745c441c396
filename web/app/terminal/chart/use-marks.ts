import { useEffect, useState } from 'react';
import type { Side } from '../../api/types.ts';
import { useStore } from '../../live-views/use-store.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import type { ChartMark, ForcedMark } from './chart-face.ts';
import { useChartLook } from './use-kept-chart.ts';

/** How many of the newest fills are marked. */
export const MOST_MARKS = 100;

export interface MarkedTrade {
  readonly id: string;
  readonly time: number;
  readonly price: string;
  readonly side: Side;
  readonly forced?: ForcedMark;
}

export const markedFill = (fill: Omit<MarkedTrade, 'id'> & { readonly tradeId: number; readonly orderId: number }) => {
  const { tradeId, orderId, time, price, side } = fill;
  return { id: `${tradeId} ${orderId}`, time, price, side } satisfies MarkedTrade;
};

const NONE: readonly ChartMark[] = [];

/** The user's newest trades of this market, asked for again after each; null for a visitor. A failure leaves those of before. */
export function useMarks(load: (() => Promise<readonly MarkedTrade[]>) | null): readonly ChartMark[] {
  const { revision } = useTerminalMarket();
  const count = useStore(revision);
  const { showsTrades } = useChartLook();
  const [marks, setMarks] = useState(NONE);
  useEffect(() => {
    if (!load || !showsTrades) return;
    let isGone = false;
    load().then(
      (trades) => {
        if (!isGone) setMarks(trades.map((trade) => ({ ...trade, price: Number(trade.price) })));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [load, showsTrades, count]);
  return load ? marks : NONE;
}
