/**
 * Commands are applied under the rules under which they were taken, or not at all, so that answers given to users stay true. These are
 * the refusals of a program that has other rules (decision 032); each says what to do.
 */
import { RULES_VERSION } from '@agio/core';

export class RulesDiffer extends Error {
  override readonly name = 'RulesDiffer';
}

/** The journal or snapshot is of newer rules than this program. */
export function newerRules(rulesVersion: number): RulesDiffer {
  return new RulesDiffer(
    `The journal goes on under version ${rulesVersion} of the rules, and this release has version ${RULES_VERSION}. ` +
      'Nothing was changed. Start a release that has them.',
  );
}

export interface OlderCommands {
  /** Position of the snapshot that those commands follow; 0 where no snapshot can be used. */
  readonly snapshotSeq: number;
  readonly rulesVersion: number;
  /** Commands of this release's rules stand behind them: an older release would not read those. */
  readonly areFollowed: boolean;
  /** Newer snapshots that could not be used. */
  readonly passedOver: readonly { readonly seq: number; readonly error: Error }[];
}

export function olderRules({ snapshotSeq, rulesVersion, areFollowed, passedOver }: OlderCommands): RulesDiffer {
  const why = passedOver.map(({ seq, error }) => ` (the one at ${seq} cannot be used: ${error.message})`).join('');
  const snapshot = snapshotSeq === 0 ? 'and no snapshot to go on from' : `behind the last snapshot, at ${snapshotSeq}`;
  return new RulesDiffer(
    `The journal has commands of version ${rulesVersion} of the rules ${snapshot}${why}; this release has version ` +
      `${RULES_VERSION}, which would answer them otherwise. Nothing was changed. ` +
      (areFollowed
        ? 'Restore the snapshots of the journal from a backup.'
        : 'Start the release that took them once more, stop it cleanly (SIGTERM or Ctrl-C), then start this one.'),
  );
}

/** The rows of the database end before the change of rules, and the missing ones cannot be made by this release. */
export function databaseOfOlderRules(position: number, boundarySeq: number, areFollowed: boolean): RulesDiffer {
  return new RulesDiffer(
    `The database stands at command ${position}, and what it misses to command ${boundarySeq} was taken under older rules ` +
      `than version ${RULES_VERSION}, which this release has. Nothing was changed. ` +
      (areFollowed
        ? `Restore a backup of the database that has command ${boundarySeq}.`
        : 'Start the release that took it once more on this database, stop it cleanly (SIGTERM or Ctrl-C), then start this one.'),
  );
}
