/** The kept choices of the charts while a page is open: the storage may be forbidden, the choices hold until the page is left. */
import { useEffect } from 'react';
import { create } from 'zustand';
import {
  FIRST_LOOK,
  keepLook,
  keepMarket,
  type KeptLook,
  type KeptMarket,
  readLook,
  readMarket,
} from './kept-chart.ts';

interface KeptCharts {
  readonly look: KeptLook;
  /** By the market's name; absent before it was read. */
  readonly markets: Readonly<Record<string, KeptMarket>>;
}

const useKeptCharts = create<KeptCharts>(() => ({ look: FIRST_LOOK, markets: {} }));

export function changeLook(change: Partial<KeptLook>): void {
  const look = { ...useKeptCharts.getState().look, ...change };
  useKeptCharts.setState({ look });
  keepLook(look);
}

export function changeMarket(name: string, change: Partial<KeptMarket>): void {
  const { markets } = useKeptCharts.getState();
  const next = { ...(markets[name] ?? readMarket(name)), ...change };
  useKeptCharts.setState({ markets: { ...markets, [name]: next } });
  keepMarket(name, next);
}

export const lookNow = (): KeptLook => useKeptCharts.getState().look;

export function useChartLook(): KeptLook {
  return useKeptCharts((state) => state.look);
}

/** Null before the device's storage was read, which the server does not have. */
export function useKeptMarket(name: string): KeptMarket | null {
  const kept = useKeptCharts((state) => state.markets[name]);
  useEffect(() => {
    const { markets } = useKeptCharts.getState();
    useKeptCharts.setState({ look: readLook(), markets: { ...markets, [name]: markets[name] ?? readMarket(name) } });
  }, [name]);
  return kept ?? null;
}
