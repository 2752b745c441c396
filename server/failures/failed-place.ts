/** Where in our own folders an error came from, as its stack says. */
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
/** Stacks name modules by URL, and other scripts by path. */
const BEGINNINGS = [`${pathToFileURL(ROOT).href}/`, `${ROOT}${sep}`];
/** How many folders name a part, as in `server/modules/tracking`; deeper ones belong to it. */
const LEVELS = 3;
const NOWHERE: FailedPlace = { part: 'elsewhere', line: '' };

export interface FailedPlace {
  /** The folder, from the root of the repository; `elsewhere` where the stack has no file of ours. One of few. */
  readonly part: string;
  /** File, line and column; empty if no file of ours is on the stack. */
  readonly line: string;
}

/** The innermost file of ours on the stack of what was thrown or rejected. Never throws, whatever that is. */
export function failedPlace(reason: unknown): FailedPlace {
  if (!(reason instanceof Error) || typeof reason.stack !== 'string') return NOWHERE;
  const { stack, message } = reason;
  // A message of several lines could look like frames.
  const frames = (stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack).split('\n');
  for (const frame of frames) {
    const line = ownFile(frame);
    if (line !== null) return { part: dirname(line).split('/').slice(0, LEVELS).join('/'), line };
  }
  return NOWHERE;
}

/** The file that a frame is of, from the root of the repository, with line and column; null: it is not ours. */
function ownFile(frame: string): string | null {
  for (const beginning of BEGINNINGS) {
    const at = frame.indexOf(beginning);
    if (at < 0) continue;
    const path = frame
      .slice(at + beginning.length)
      .replace(/\)$/, '')
      .replaceAll(sep, '/');
    return path.includes('node_modules/') ? null : path;
  }
  return null;
}
