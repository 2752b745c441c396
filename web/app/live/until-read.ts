import { createBackoff } from './backoff.ts';

/** Asks again and again, later each time, while it fails; after so many failures in a row the last of them is thrown. */
const MOST_ASKED = 20;

export async function untilRead<Answer>(
  read: () => Promise<Answer>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
): Promise<Answer> {
  const backoff = createBackoff();
  for (let asked = 1; ; asked += 1) {
    try {
      return await read();
    } catch (error) {
      if (asked === MOST_ASKED) throw error;
      await pause(backoff.next());
    }
  }
}
