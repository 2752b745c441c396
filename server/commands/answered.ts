/** The last sequence each user got an answer for: a history they then read waits until it holds that. */
import type { Store } from '../store/index.ts';

const MAX_USERS = 100_000;

export interface Answered {
  note(uid: number, seq: number): void;
  /** Resolves once the projections hold what the user was answered; rejects with HistoryNotThereYet after two seconds. */
  wait(uid: number): Promise<void>;
}

const trackers = new WeakMap<Store, Answered>();

/** The store's one tracker: modules note answered commands here, and wait here before they read its tables. */
export function answeredOf(store: Store): Answered {
  const known = trackers.get(store);
  if (known) return known;
  const made = createAnswered(store);
  trackers.set(store, made);
  return made;
}

function createAnswered(store: Store): Answered {
  const seqs = new Map<number, number>();
  /** While the projections stand still nobody can be forgotten: those beyond the limit share the highest seq of them. */
  let ofOthers = 0;
  const prune = (): void => {
    for (const [uid, seq] of seqs) {
      if (seq > store.projectedSeq && seqs.size <= MAX_USERS) continue;
      seqs.delete(uid);
      ofOthers = Math.max(ofOthers, seq);
    }
  };
  return {
    note(uid, seq) {
      if (seq <= (seqs.get(uid) ?? 0)) return;
      seqs.set(uid, seq);
      if (seqs.size > MAX_USERS) prune();
    },
    async wait(uid) {
      const seq = seqs.get(uid) ?? ofOthers;
      if (seq > store.projectedSeq) await store.waitForSeq(seq);
      if (seqs.get(uid) === seq) seqs.delete(uid);
    },
  };
}
