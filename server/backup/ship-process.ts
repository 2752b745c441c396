/** The process that ships the journal: of its own, so that a disk that hangs can hang nothing else. It ends with its parent. */
import { type ShippingReport, type Ship, startShip } from './ship.ts';

/** The key comes by the channel: neither arguments nor environment of a process are secret enough. */
export type ToShipProcess =
  | { readonly kind: 'start'; readonly journal: string; readonly folder: string; readonly backupKey: string }
  | { readonly kind: 'end'; readonly seq: number };

let ship: Ship | null = null;

process.on('message', (message: ToShipProcess) => {
  if (message.kind === 'start') {
    const { journal, folder, backupKey } = message;
    const onReport = (report: ShippingReport): void => void process.send?.(report);
    ship = startShip({ journal, folder, backupKey: Buffer.from(backupKey, 'hex'), onReport });
  } else void ship?.endAt(message.seq).then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
// The terminal's Ctrl-C reaches the whole group: the parent says when it is time.
process.on('SIGINT', () => {});
