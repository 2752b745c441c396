/**
 * What is typed while the panel's code is still on its way: whoever presses `/` goes on typing at once. Until the panel's field takes the
 * keys, nothing else of the page gets them: Enter would press what has the focus, letters would land in the field one came from.
 */
export interface Typed {
  readonly text: string;
  /** How many results below the first one the arrow keys went. */
  readonly steps: number;
  /** Enter was pressed: what is typed later is not part of it. */
  readonly isChosen: boolean;
}

export interface TypedBefore {
  soFar(): Typed;
  /** Tells of each key that is kept; answers how to stop. */
  subscribe(onKey: () => void): () => void;
  /** From here on the panel's own field takes the keys. */
  end(): void;
}

const NOTHING: Typed = { text: '', steps: 0, isChosen: false };

export function createTypedBefore(
  target?: EventTarget,
): TypedBefore & { listen(before?: readonly string[]): () => void } {
  let typed = NOTHING;
  let stop = (): void => undefined;
  const readers = new Set<() => void>();
  const hear = (event: Event): void => {
    const { key, ctrlKey, metaKey, altKey } = event as globalThis.KeyboardEvent;
    if (ctrlKey || metaKey || altKey) return;
    const next = after(typed, key);
    if (next === null) return;
    typed = next;
    event.preventDefault();
    event.stopPropagation();
    for (const tell of readers) tell();
  };
  return {
    soFar: () => typed,
    subscribe(onKey) {
      readers.add(onKey);
      return () => void readers.delete(onKey);
    },
    end: () => stop(),
    /** `before`: keys that were pressed since, and kept elsewhere. */
    listen(before = []) {
      const where = target ?? document;
      stop();
      typed = before.reduce((so, key) => after(so, key) ?? so, NOTHING);
      where.addEventListener('keydown', hear, { capture: true });
      stop = () => where.removeEventListener('keydown', hear, { capture: true });
      return stop;
    },
  };
}

/** Null: a key that means nothing to a search. */
function after(typed: Typed, key: string): Typed | null {
  const { text, steps, isChosen } = typed;
  const isLetter = [...key].length === 1;
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (!isLetter && step === 0 && key !== 'Backspace' && key !== 'Enter') return null;
  if (isChosen) return typed;
  if (key === 'Enter') return { ...typed, isChosen: true };
  if (step !== 0) return { ...typed, steps: Math.max(0, steps + step) };
  // Another text has other results: the first one again.
  return { text: isLetter ? text + key : [...text].slice(0, -1).join(''), steps: 0, isChosen };
}
