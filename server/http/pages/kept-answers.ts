/** Answers of calls that are the same for every page, kept for a moment, so that pages drawn at the same time ask for them once. */
import type { Envelope } from '@agio/contracts/server-context';
import type { CallOfPage } from './renderer-messages.ts';

/** Addresses of pages are in the calls too, so that there could be any number; the oldest goes. */
const MOST = 200;

export class KeptAnswers {
  private readonly kept = new Map<string, { readonly answer: Envelope; readonly untilMs: number }>();
  private readonly now: () => number;

  /** `now` in milliseconds, of any origin. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Null: it has to be asked for. Several pages get the same object, which nobody can change. */
  find({ method, target }: CallOfPage): Envelope | null {
    const found = method === 'GET' ? this.kept.get(target) : undefined;
    return found !== undefined && this.now() < found.untilMs ? found.answer : null;
  }

  /** `forMs` as CallAnswer.keptForMs. What is kept is read once, not once for each page: the candles of a home page take a tenth of it. */
  keep({ method, target }: CallOfPage, answer: Envelope, forMs: number): void {
    if (method !== 'GET' || forMs <= 0) return;
    this.kept.delete(target);
    this.kept.set(target, { answer: frozen(answer), untilMs: this.now() + forMs });
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value!);
  }
}

/** JSON holds no circles, so that this ends. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
