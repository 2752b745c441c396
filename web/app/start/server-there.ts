/** Whether the server can be reached at all, for code that did not come. */
import { emitEvent } from '../api/events.ts';

/** How long between two questions whether the server is there. */
const ASK_MS = 2_000;

let asked: Promise<boolean> | null = null;
let back: Promise<void> | null = null;

/** Who asks at the same moment gets the same answer. */
export function isServerThere(): Promise<boolean> {
  asked ??= fetch('/healthz', { cache: 'no-store' })
    .then(
      ({ ok }) => ok,
      () => false,
    )
    .finally(() => (asked = null));
  return asked;
}

/** Tells the person each time: who opens a part later may not have seen what an earlier part told. Errors that come together are one toast. */
export function untilServerAnswers(): Promise<void> {
  tellNoAnswer();
  back ??= askOnAndOn().finally(() => (back = null));
  return back;
}

async function askOnAndOn(): Promise<void> {
  while (!(await isServerThere())) await new Promise((resolve) => setTimeout(resolve, ASK_MS));
}

function tellNoAnswer(): void {
  const options = { url: '/healthz', hasTips: true };
  emitEvent('fetch-error', { type: 'network', response: null, options, redirect: null, message: '', values: {} });
}
