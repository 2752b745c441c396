import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  caretIn,
  editedText,
  groupedText,
  type Place,
  plainPlace,
  type Selected,
  shownPlace,
} from './grouped-number.ts';
import { typedNumber } from './typed-number.ts';

/** What the input takes: it shows groups of thousands, its owner holds the number without them. */
interface NumberInput {
  readonly ref: (input: HTMLInputElement | null) => void;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

interface TypedNumber {
  /** The last text was longer than the field, which kept what it held. */
  readonly isFull: boolean;
  readonly field: NumberInput;
}

/** How many edits can be taken back. */
const MOST_STEPS = 100;

/** A number field's typing. `value` is the number as it was typed, without groups. */
export function useTypedNumber(value: string, onChange: (value: string) => void): TypedNumber {
  const [full, setFull] = useState<string | null>(null);
  const element = useRef<HTMLInputElement>(null);
  const before = useRef<Selected | null>(null);
  const steps = useRef(new Steps());
  const stepBack = (input: HTMLInputElement, isForward: boolean) => {
    const step = steps.current.take(value, isForward);
    if (step === null) return;
    setFull(null);
    onChange(step.text);
    putCaret(input, step);
  };
  useEffect(() => {
    const input = element.current;
    if (!input) return undefined;
    const onBefore = (event: InputEvent) => {
      before.current = { start: input.selectionStart ?? 0, end: input.selectionEnd ?? 0 };
      // The browser's own history knows nothing of the groups.
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      stepBack(input, event.inputType === 'historyRedo');
    };
    // Whoever sends has read what the field holds.
    const onSubmit = () => setFull(null);
    const { form } = input;
    input.addEventListener('beforeinput', onBefore);
    form?.addEventListener('submit', onSubmit);
    return () => {
      input.removeEventListener('beforeinput', onBefore);
      form?.removeEventListener('submit', onSubmit);
    };
  });
  return {
    // Once it holds something else, typed or not, there is nothing to say.
    isFull: full === value,
    field: {
      ref: (input) => {
        element.current = input;
      },
      value: groupedText(value),
      onChange({ currentTarget: input }) {
        const after: Place = { text: input.value, caret: input.selectionStart ?? input.value.length };
        const selected = before.current;
        before.current = null;
        const edited = (selected && editedText(value, selected, after)) ?? after;
        const text = typedNumber(edited.text, value);
        setFull(text === null ? value : null);
        const old: Place = { text: value, caret: plainPlace(value, selected?.end ?? 0) };
        if (text === null) return putCaret(input, old);
        if (text !== value) steps.current.add(old, text);
        onChange(text);
        putCaret(input, { text, caret: caretIn(text, edited) });
      },
      onKeyDown(event) {
        const step = stepOf(event);
        if (step === null) return;
        event.preventDefault();
        stepBack(event.currentTarget, step === 'forward');
      },
    },
  };
}

/** Called after the change: React writes the text of now into the input when its event ends; only then, and only where that changed something, the caret is put back. */
function putCaret(input: HTMLInputElement, { text, caret }: Place): void {
  const left = input.value;
  queueMicrotask(() => {
    if (input.value === left || document.activeElement !== input) return;
    const place = shownPlace(text, caret);
    input.setSelectionRange(place, place);
  });
}

/** The keys that take an edit back or bring it again, on keyboards of all scripts. */
function stepOf(event: KeyboardEvent): 'back' | 'forward' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = /^[\x21-\x7e]$/.test(event.key) ? event.key.toLowerCase() : event.code.replace('Key', '').toLowerCase();
  if (key === 'z') return event.shiftKey ? 'forward' : 'back';
  return key === 'y' && !event.metaKey ? 'forward' : null;
}

/** Undo and redo of a field. A value that did not come from typing ends them, because they belong to the text before. */
class Steps {
  #back: Place[] = [];
  #forward: Place[] = [];
  #now: string | null = null;

  add(old: Place, next: string): void {
    if (this.#now !== old.text) this.#back = [];
    this.#back = [...this.#back, old].slice(-MOST_STEPS);
    this.#forward = [];
    this.#now = next;
  }

  take(now: string, isForward: boolean): Place | null {
    if (this.#now !== now) return null;
    const [from, to] = isForward ? [this.#forward, this.#back] : [this.#back, this.#forward];
    const step = from.pop();
    if (step === undefined) return null;
    to.push({ text: now, caret: now.length });
    this.#now = step.text;
    return step;
  }
}
