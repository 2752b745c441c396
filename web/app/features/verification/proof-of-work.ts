import type { DataOf } from '@agio/contracts/calls';
import { sha256 } from './sha256.ts';

type Task = Pick<DataOf<'POST /auth/api/v1/humancode/challenge'>, 'salt' | 'challenge' | 'maxNumber'>;

/** Hashes between two pauses in which the page can do other work: about two frames on a slow phone. */
const SLICE = 500;

/** The number that solves the task; null if there is none, or if the work was aborted. */
export async function findNumber(
  { salt, challenge, maxNumber }: Task,
  isStopped: () => boolean,
): Promise<number | null> {
  for (let number = 0; number <= maxNumber; number++) {
    if (number % SLICE === 0) {
      if (isStopped()) return null;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (sha256(salt + number) === challenge) return number;
  }
  return null;
}
