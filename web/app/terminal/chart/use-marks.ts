import { useEffect, useState } from 'react';
import type { Side } from '../../api/types.ts';
import { useStore } from '../../live-views/use-store.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import type { ChartMark } from './chart-face.ts';
import { useChartLook } from './use-kept-chart.ts';

/** How many of the newest fills are marked. */
export const MOST_MARKS = 100;

interface MarkedFill {
  readonly tradeId: number;
  readonly orderId: number;
  readonly time: number;
  readonly price: string;
  readonly side: Side;
}

const NONE: readonly ChartMark[] = [];

/** The user's newest fills of this market, asked for again after each fill; null for a visitor. A failure leaves those of before. */
export function useMarks(
  load: (() => Promise<{ readonly items: readonly MarkedFill[] }>) | null,
): readonly ChartMark[] {
  const { revision } = useTerminalMarket();
  const count = useStore(revision);
  const { showsTrades } = useChartLook();
  const [marks, setMarks] = useState(NONE);
  useEffect(() => {
    if (!load || !showsTrades) return;
    let isGone = false;
    load().then(
      ({ items }) => {
        if (!isGone) setMarks(items.map(markOf));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [load, showsTrades, count]);
  return load ? marks : NONE;
}

function markOf({ tradeId, orderId, time, price, side }: MarkedFill): ChartMark {
  return { id: `${tradeId} ${orderId}`, time, price: Number(price), side };
}
