import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getFiredAlerts, getPriceAlerts, type FiredAlert, type PriceAlert } from '../../api/calls/alerts.ts';
import { quietCall } from '../../api/client.ts';
import { filledMarkets, type FilledMarket } from '../../live/own-fills.ts';
import { acceptAlert, FIRED, readAlertsAgain, WAITING } from './alert-cache.ts';

const NO_MARKETS: ReadonlyMap<string, FilledMarket> = new Map();

/** The alerts that wait; `first`: as the server gave them with the page. */
export function useWaitingAlerts(first: readonly PriceAlert[] | null = null) {
  return useQuery({
    queryKey: WAITING,
    queryFn: () => getPriceAlerts(quietCall),
    ...(first ? { initialData: first } : {}),
  });
}

/** What alerts told. */
export function useFiredAlerts(first: readonly FiredAlert[] | null) {
  return useQuery({
    queryKey: FIRED,
    queryFn: () => getFiredAlerts(quietCall),
    ...(first ? { initialData: first } : {}),
  });
}

/** How markets are written; without an answer they are shown by their symbols. */
export function useMarketFacts(): ReadonlyMap<string, FilledMarket> {
  return useQuery({ queryKey: ['filled-markets'], queryFn: filledMarkets, staleTime: Infinity }).data ?? NO_MARKETS;
}

/** Reads all lists of alerts again, wherever they are shown. */
export function useReadAlertsAgain(): () => void {
  const client = useQueryClient();
  return () => void readAlertsAgain(client);
}

/** Shows an alert that was set or changed in all lists. */
export function useAcceptAlert(): (alert: PriceAlert) => void {
  const client = useQueryClient();
  return (alert) => void acceptAlert(client, alert);
}
