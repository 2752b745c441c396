import { createBackoff } from './backoff.ts';

/** What waits for the answer is news, which is old after some seconds. */
const MOST_ASKED = 3;

interface ReadOptions {
  /** Nobody waits for the answer any more. */
  readonly isLeft: () => boolean;
  readonly pause?: (ms: number) => Promise<void>;
}

/** Asks again while it fails; after some failures in a row, and where nobody waits any more, the last of them is thrown. */
export async function untilRead<Answer>(
  read: () => Promise<Answer>,
  { isLeft, pause = (ms) => new Promise((resolve) => void setTimeout(resolve, ms)) }: ReadOptions,
): Promise<Answer> {
  const backoff = createBackoff();
  for (let asked = 1; ; asked += 1) {
    try {
      return await read();
    } catch (error) {
      if (asked === MOST_ASKED || isLeft()) throw error;
      await pause(backoff.next());
      if (isLeft()) throw error;
    }
  }
}
