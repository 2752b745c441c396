import type { DataOf } from '@agio/contracts/calls';
import { sha256 } from './sha256.ts';

type Task = Pick<DataOf<'POST /auth/api/v1/humancode/challenge'>, 'salt' | 'challenge' | 'maxNumber'>;

/** So many hashes between two looks at whether the page has something else to do: about two frames of a cheap phone. */
const SLICE = 500;

/** The number whose hash is asked for; null without one, or when nobody waits for it any more. */
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
