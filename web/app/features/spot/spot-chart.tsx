import { useCallback, useMemo } from 'react';
import { quietCall } from '../../api/client.ts';
import { getFills } from '../../api/calls/spot.ts';
import { ChartPanel } from '../../terminal/chart/chart-panel.tsx';
import { markedFill, MOST_MARKS, useMarks } from '../../terminal/chart/use-marks.ts';
import { klinesOf } from './spot-klines.ts';
import { useSpotLines } from './spot-lines.ts';
import { useSpotMarket } from './spot-market.ts';
import { pairName } from '../../figures/market-name.ts';

/** The chart with the user's own orders and trades. */
export function SpotChart({ className }: { className: string }) {
  const { pair, pairs, isLoggedIn } = useSpotMarket();
  const { symbol } = pair;
  const klines = useMemo(() => klinesOf(symbol), [symbol]);
  const load = useCallback(async () => {
    const { items } = await getFills(quietCall, { page: 1, symbol, pageSize: MOST_MARKS });
    return items.map(markedFill);
  }, [symbol]);
  const comparable = useMemo(() => {
    const others = pairs.filter((other) => other.symbol !== symbol);
    return {
      markets: others.map((other) => ({ symbol: other.symbol, name: pairName(other) })),
      klinesOf,
    };
  }, [pairs, symbol]);
  return (
    <ChartPanel
      klines={klines}
      lines={useSpotLines()}
      marks={useMarks(isLoggedIn ? load : null)}
      comparable={comparable}
      className={className}
    />
  );
}
