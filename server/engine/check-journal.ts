/** Used by `journal verify` and `ledger check`: reads the whole journal and replays as much of it as this program's rules allow. */
import { type Core, RULES_VERSION } from '@agio/core';
import { lastSeqBefore, listSnapshots, nodeDisk, readJournal } from '../journal/index.ts';
import { restoreFirst, stateReplayer } from './recover.ts';

export interface CheckedJournal {
  readonly core: Core;
  /** The snapshot's, from which the replay went on; 0: from the first command. */
  readonly fromSeq: number;
}

/**
 * Reads the whole journal and replays it from the first command; if the rules have changed, from the oldest snapshot after which all
 * commands were taken under this program's rules. Earlier units are checked for integrity and not replayed.
 */
export function checkJournal(directory: string, toSeq: number): CheckedJournal {
  const boundarySeq = lastSeqBefore(RULES_VERSION, directory);
  const snapshots = listSnapshots(directory);
  const usable = boundarySeq === null ? snapshots : snapshots.filter((seq) => seq >= boundarySeq).reverse();
  const restored = restoreFirst(directory, boundarySeq === 0 ? [] : usable);
  const { core } = restored;
  const fromSeq = core.lastSeq;
  if (fromSeq > 0) readJournal(directory, 0, () => {});
  readJournal(directory, fromSeq, stateReplayer(directory, restored, nodeDisk, toSeq));
  return { core, fromSeq };
}
