/** The lists of price alerts as the page holds them. */
import type { QueryClient } from '@tanstack/react-query';
import type { PriceAlert } from '../../api/calls/alerts.ts';

const ALL = ['price-alerts'];
export const WAITING = [...ALL, 'waiting'];
export const FIRED = [...ALL, 'fired'];

/** Reads all lists again, wherever they are shown. A reading that is on its way may be older than the change: it is not waited for. */
export async function readAlertsAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: ALL });
  await client.invalidateQueries({ queryKey: ALL });
}

/** Takes in an alert that was set or changed: it is listed and counted at once, and the lists are read again. */
export async function acceptAlert(client: QueryClient, alert: PriceAlert): Promise<void> {
  await client.cancelQueries({ queryKey: ALL });
  client.setQueryData<readonly PriceAlert[]>(WAITING, (known) => known && withAlert(known, alert));
  await client.invalidateQueries({ queryKey: ALL });
}

/** The newest stands first; one that was changed keeps its place. */
function withAlert(known: readonly PriceAlert[], alert: PriceAlert): readonly PriceAlert[] {
  const isKnown = known.some(({ id }) => id === alert.id);
  return isKnown ? known.map((one) => (one.id === alert.id ? alert : one)) : [alert, ...known];
}
