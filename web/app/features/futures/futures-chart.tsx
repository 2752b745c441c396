import type { TriggerSource } from '@agio/core/words';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore as useZustand } from 'zustand';
import { formatAmount } from '../../../ui/format.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { quietCall } from '../../api/client.ts';
import { getFuturesKlines } from '../../api/futures.ts';
import { useStore } from '../../live-views/use-store.ts';
import { futuresPublicSocket } from '../../live/sockets.ts';
import type { ChartLine } from '../../terminal/chart/chart-lines.ts';
import { ChartPanel } from '../../terminal/chart/chart-panel.tsx';
import type { CandleSource } from '../../terminal/terminal-market.ts';
import { isSet } from '../../terminal/ticket/typed-units.ts';
import { useFuturesMarket } from './futures-market.ts';

const SOURCES: readonly TriggerSource[] = ['LAST', 'MARK', 'INDEX'];

/** The chart of last, mark or index price with the user's positions, orders, triggers and liquidation price. */
export function FuturesChart({ className }: { className: string }) {
  const { t } = useTranslation();
  const { contract, chartSource } = useFuturesMarket();
  const { source } = useZustand(chartSource);
  const candles = useMemo<CandleSource>(() => {
    const { symbol } = contract;
    return {
      load: (query) => getFuturesKlines(quietCall, { symbol, source, ...query }),
      follow: (interval, onRow) =>
        futuresPublicSocket().subscribe('kline', { symbol, interval, source }, ({ kline }) => onRow(kline)),
    };
  }, [contract, source]);
  const nameOf = (value: TriggerSource) =>
    t(value === 'LAST' ? 'futures.last' : value === 'MARK' ? 'futures.mark' : 'futures.index');
  return (
    <ChartPanel
      candles={candles}
      lines={useLines()}
      className={className}
      controls={
        <Segmented
          label={t('futures.chart_price')}
          value={source}
          onChange={(value) => chartSource.setState({ source: value })}
          options={SOURCES.map((value) => ({ value, label: nameOf(value) }))}
          className="ms-auto"
        />
      }
    />
  );
}

function useLines(): readonly ChartLine[] {
  const { t } = useTranslation();
  const { contract, account } = useFuturesMarket();
  const positions = useStore(account.positions);
  const orders = useStore(account.orders);
  const stops = useStore(account.stopOrders);
  return useMemo(() => {
    const isHere = ({ symbol }: { readonly symbol: string }) => symbol === contract.symbol;
    const amount = (text: string) => formatAmount(text, contract.amountPrecision);
    const toneOf = (side: 'BUY' | 'SELL') => (side === 'BUY' ? 'up' : 'down');
    const line = (id: string, price: string, tone: ChartLine['tone'], label: string, isFilled = false): ChartLine[] =>
      isSet(price) ? [{ id, price: Number(price), tone, label, isFilled }] : [];
    return [
      ...(positions ?? [])
        .filter(isHere)
        .flatMap(({ positionId, direction, quantity, entryPrice, liquidationPrice }) => [
          ...line(
            `position ${positionId}`,
            entryPrice,
            direction === 'LONG' ? 'up' : 'down',
            `${t(direction === 'LONG' ? 'futures.long' : 'futures.short')} ${amount(quantity)}`,
            true,
          ),
          ...line(`liquidation ${positionId}`, liquidationPrice, 'warn', t('futures.table.liquidation')),
        ]),
      ...(orders ?? [])
        .filter(isHere)
        .flatMap(({ orderId, price, side, quantity }) =>
          line(`order ${orderId}`, price, toneOf(side), `${t(`terminal.side_${side}`)} ${amount(quantity)}`),
        ),
      ...(stops ?? []).filter(isHere).flatMap(({ stopOrderId, triggerPrice, side, quantity, type }) => {
        const name = type === 'TAKE_PROFIT' ? t('futures.ticket.take_profit') : t('futures.ticket.type_STOP');
        const size = isSet(quantity) ? ` ${amount(quantity)}` : '';
        return line(`stop ${stopOrderId}`, triggerPrice, toneOf(side), `${name}${size}`);
      }),
    ];
  }, [positions, orders, stops, contract, t]);
}
