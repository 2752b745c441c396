/** Answers of calls that are the same for every page, kept for a moment, so that pages drawn at the same time ask for them once. */
import type { CallAnswer, CallOfPage } from './renderer-messages.ts';

/** Addresses of pages are in the calls too, so that there could be any number; the oldest goes. */
const MOST = 200;

export class KeptAnswers {
  private readonly kept = new Map<string, { readonly answer: CallAnswer; readonly untilMs: number }>();
  private readonly now: () => number;

  /** `now` in milliseconds, of any origin. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Null: it has to be asked for. */
  find({ method, target }: CallOfPage): CallAnswer | null {
    const found = method === 'GET' ? this.kept.get(target) : undefined;
    return found !== undefined && this.now() < found.untilMs ? found.answer : null;
  }

  keep({ method, target }: CallOfPage, answer: CallAnswer): void {
    if (method !== 'GET' || answer.keptForMs <= 0) return;
    this.kept.delete(target);
    this.kept.set(target, { answer, untilMs: this.now() + answer.keptForMs });
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value!);
  }
}
