/** What the exchange and the process that ships its journal say to each other. */
import type { ShippingReport } from './ship.ts';

/** The key comes by the channel: neither arguments nor environment of a process are secret enough. */
export type ToShipProcess =
  | { readonly kind: 'start'; readonly journal: string; readonly folder: string; readonly backupKey: string }
  | { readonly kind: 'end'; readonly seq: number };

/** SHIP_TO is on the disk of the journal. */
export const ONE_DISK = 'one disk';
export type FromShipProcess = ShippingReport | typeof ONE_DISK;
