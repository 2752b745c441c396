import type { PriceAlert } from '@agio/contracts/http/alerts';
import { create } from 'zustand';
import type { MarketKind } from '@agio/core/words';

/** The market that an alert is set for, and the alert where one is changed. */
export interface AlertTarget {
  readonly market: MarketKind;
  readonly symbol: string;
  readonly alert?: PriceAlert;
}

/** What the dialog of price alerts shows: any page may open it. */
export const useAlertDialog = create<{ readonly target: AlertTarget | null }>(() => ({ target: null }));

export function openAlert(target: AlertTarget): void {
  useAlertDialog.setState({ target });
}

export function closeAlert(): void {
  useAlertDialog.setState({ target: null });
}
