/** The process that ships the journal: of its own, so that a disk that hangs can hang nothing else. It ends with its parent. */
import { stat } from 'node:fs/promises';
import { type ShippingReport, type Ship, startShip } from './ship.ts';
import { ONE_DISK, type ToShipProcess } from './shipping-messages.ts';

let ship: Ship | null = null;

process.on('message', (message: ToShipProcess) => {
  if (message.kind === 'start') {
    const { journal, folder, backupKey } = message;
    const onReport = (report: ShippingReport): void => void process.send?.(report);
    tellOneDisk(journal, folder).catch(() => {
      // A folder that cannot be looked at shows as trouble in the reports.
    });
    ship = startShip({ journal, folder, backupKey: Buffer.from(backupKey, 'hex'), onReport });
  } else void ship?.endAt(message.seq).then(() => process.exit(0));
});
/** Asked in this process, so that a disk that hangs blocks nothing of the exchange. */
async function tellOneDisk(journal: string, folder: string): Promise<void> {
  if ((await stat(folder)).dev === (await stat(journal)).dev) process.send?.(ONE_DISK);
}
process.on('disconnect', () => process.exit(0));
// The terminal's Ctrl-C reaches the whole group: the parent says when it is time.
process.on('SIGINT', () => {});
