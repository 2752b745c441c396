import type { TriggerSource } from '@agio/core/words';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { useStore as useZustand } from 'zustand';
import { quietCall } from '../../api/client.ts';
import { getFuturesKlines } from '../../api/calls/futures.ts';
import { futuresPublicSocket } from '../../live/sockets.ts';
import { ChartPanel } from '../../terminal/chart/chart-panel.tsx';
import { useMarks } from '../../terminal/chart/use-marks.ts';
import type { KlineSource } from '../../terminal/terminal-market.ts';
import { useFuturesLines } from './futures-lines.ts';
import { useFuturesMarket } from './futures-market.ts';
import { loadOwnMarks } from './own-marks.ts';

const SOURCES: readonly TriggerSource[] = ['LAST', 'MARK', 'INDEX'];

/** The chart of last, mark or index price with the user's positions, orders, triggers and liquidation price. */
export function FuturesChart({ className }: { className: string }) {
  const { t } = useTranslation();
  const { contract, contracts, isLoggedIn, chartSource } = useFuturesMarket();
  const { source } = useZustand(chartSource);
  const { symbol } = contract;
  const klines = useMemo(() => klinesOf(symbol, source), [symbol, source]);
  const load = useCallback(() => loadOwnMarks(quietCall, symbol), [symbol]);
  const comparable = useMemo(() => {
    const others = contracts.filter((other) => other.symbol !== symbol);
    return {
      markets: others.map((other) => ({ symbol: other.symbol, name: other.symbol })),
      klinesOf: (other: string) => klinesOf(other, source),
    };
  }, [contracts, symbol, source]);
  const nameOf = (value: TriggerSource) =>
    t(value === 'LAST' ? 'futures.last' : value === 'MARK' ? 'futures.mark' : 'futures.index');
  return (
    <ChartPanel
      klines={klines}
      lines={useFuturesLines()}
      marks={useMarks(isLoggedIn ? load : null)}
      comparable={comparable}
      className={className}
      isTraded={source === 'LAST'}
      source={{
        label: t('futures.chart_price'),
        value: source,
        options: SOURCES.map((value) => ({ value, label: nameOf(value) })),
        onChange: (chosen) => chartSource.setState({ source: SOURCES.find((value) => value === chosen) ?? 'LAST' }),
      }}
    />
  );
}

/** The klines of one contract, of its last, mark or index price. */
function klinesOf(symbol: string, source: TriggerSource): KlineSource {
  return {
    load: (query) => getFuturesKlines(quietCall, { symbol, source, ...query }),
    follow: (interval, onRow) =>
      futuresPublicSocket().subscribe('kline', { symbol, interval, source }, ({ kline }) => onRow(kline)),
  };
}
