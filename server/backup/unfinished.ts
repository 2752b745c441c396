/** A data folder into which a restore has not put everything yet. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file that stands in the folder until the restore is done. */
export const UNFINISHED = 'restore-is-not-finished';

class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished';
}

/** Throws one sentence: an exchange that began on a part of its journal would go on from the wrong place. */
export function refuseUnfinished(dataDirectory: string): void {
  if (existsSync(join(dataDirectory, UNFINISHED)))
    throw new RestoreUnfinished(
      `The restore into ${dataDirectory} was not finished, so a part is missing there. Restore once more, into a new folder.`,
    );
}
