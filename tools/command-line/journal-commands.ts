/** Checks that read the journal themselves, so that they also work while the server is stopped. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RULES_VERSION } from '@agio/core';
import { formatUnits } from '@agio/core/fixed';
import { checkJournal, type CheckedJournal } from '../../server/engine/check-journal.ts';
import { showCommand } from '../../server/engine/show-command.ts';
import { readHighWater } from '../../server/journal/index.ts';
import { call, type CommandArea, CommandFailed, directory, findServer, readStrings, ServerGone } from './calling.ts';

export const journalCommands: CommandArea = {
  usage: `
  agio journal verify
  agio journal show --seq N
  agio ledger check`,
  commands: { 'journal verify': verifyJournal, 'journal show': showOne, 'ledger check': checkLedger },
};

async function verifyJournal(): Promise<unknown> {
  const live = await liveState();
  const checked = check(live?.seq ?? Number.MAX_SAFE_INTEGER);
  const { core } = checked;
  const hash = core.stateHash();
  const acknowledged = readHighWater(join(directory, 'journal', 'high-water'));
  if (!live && core.lastSeq < acknowledged)
    throw new CommandFailed(`The journal ends at ${core.lastSeq}, but ${acknowledged} was acknowledged.`);
  if (live && (live.seq !== core.lastSeq || live.hash !== hash)) {
    throw new CommandFailed(
      `The replay gives ${hash} at ${core.lastSeq}, the running server has ${live.hash} at ${live.seq}.`,
    );
  }
  return { seq: core.lastSeq, stateHash: hash, comparedWithLive: live !== null, ...extentOf(checked) };
}

/** Verifies the chain of the whole log, then shows one command: what a receipt of that seq came from. */
async function showOne(args: string[]): Promise<unknown> {
  const text = readStrings(args, ['seq']).seq;
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new CommandFailed('--seq is the number of a command, from 1.');
  const shown = showCommand(journalFolder(), Number(text));
  if (shown === null) throw new CommandFailed(`The journal has no command ${text}.`);
  const written = JSON.stringify(shown, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field));
  return JSON.parse(written) as unknown;
}

async function checkLedger(): Promise<unknown> {
  const { core } = check(Number.MAX_SAFE_INTEGER);
  const sums = core.ledgerSums().map((entry) => ({
    asset: entry.asset,
    sum: formatUnits(entry.sum, entry.scale),
    users: formatUnits(entry.users, entry.scale),
    house: formatUnits(entry.house, entry.scale),
    external: formatUnits(entry.external, entry.scale),
  }));
  const wrong = sums.filter((entry) => entry.sum !== '0');
  if (wrong.length > 0) throw new CommandFailed(`The ledger does not sum to zero: ${JSON.stringify(wrong)}`);
  return { seq: core.lastSeq, sums };
}

function check(toSeq: number): CheckedJournal {
  return checkJournal(journalFolder(), toSeq);
}

function journalFolder(): string {
  const folder = join(directory, 'journal');
  if (!existsSync(folder)) throw new CommandFailed(`There is no journal in ${directory}.`);
  return folder;
}

/** How much of the journal was replayed, and why not more. */
function extentOf({ fromSeq }: CheckedJournal): object {
  const why =
    fromSeq === 0
      ? 'Every command was replayed.'
      : `Commands to ${fromSeq} were taken under older rules: their units and chain were checked, the replay began at the snapshot.`;
  return { rulesVersion: RULES_VERSION, replayedAfter: fromSeq, why };
}

async function liveState(): Promise<{ seq: number; hash: string } | null> {
  if (!findServer()) return null;
  try {
    return await call('GET', '/operator/state');
  } catch (error) {
    if (error instanceof ServerGone) return null;
    throw error;
  }
}
