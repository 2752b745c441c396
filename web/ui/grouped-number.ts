/**
 * Thousands are grouped while a number is typed. The owner of the field holds the number without groups, and every edit of the shown text
 * is carried over to that one, so that the rules for typing (typed-number.ts) see what was typed and never our commas.
 */
import { groupThousands } from './format.ts';

const PLAIN = /^\d+(?:\.\d*)?$/;
/** The characters of a number, of any keyboard. */
const OF_NUMBER = /[\p{Nd}.٫．]/gu;

/** A text and where its caret stands. */
export interface Place {
  readonly text: string;
  readonly caret: number;
}

export interface Selected {
  readonly start: number;
  readonly end: number;
}

/** As a field shows a text: a plain decimal number with groups, anything else exactly as it is. */
export function groupedText(text: string): string {
  if (!PLAIN.test(text)) return text;
  const [whole = '', fraction] = text.split('.');
  return groupThousands(whole) + (fraction === undefined ? '' : `.${fraction}`);
}

/**
 * What an edit of the shown text makes of the text without groups. `before`: what was selected when the edit began; `after`: what the
 * field shows after it. Null where the two do not belong together, as when a browser filled the field in: then `after` is all there is.
 */
export function editedText(text: string, before: Selected, after: Place): Place | null {
  const shown = groupedText(text);
  const behind = after.text.length - after.caret;
  const start = Math.min(before.start, after.caret);
  const end = shown.length - behind;
  if (end < start || shown.slice(0, start) !== after.text.slice(0, start)) return null;
  if (shown.slice(end) !== after.text.slice(after.caret)) return null;
  const added = after.text.slice(start, after.caret);
  let [from, to] = [plainPlace(text, start), plainPlace(text, end)];
  // A comma of ours cannot be deleted: the digit beyond it is meant.
  if (added === '' && from === to && end > start && before.start === before.end) {
    if (before.start === end) from = Math.max(0, from - 1);
    else to += 1;
  }
  return { text: text.slice(0, from) + added + text.slice(to), caret: from + added.length };
}

/** Where the caret stands in `next`, which the rules for typing made of the edited text: the same characters of the number behind it. */
export function caretIn(next: string, edited: Place): number {
  const behind = edited.text.slice(edited.caret);
  const count = PLAIN.test(next) ? (behind.match(OF_NUMBER)?.length ?? 0) : behind.length;
  return Math.max(0, next.length - count);
}

/** A place of the text without groups as one of the shown text: right behind the character before it. */
export function shownPlace(text: string, place: number): number {
  const shown = groupedText(text);
  if (shown === text) return Math.min(place, text.length);
  let left = place;
  let at = 0;
  while (left > 0 && at < shown.length) {
    if (shown[at] !== ',') left -= 1;
    at += 1;
  }
  return at;
}

/** A place of the shown text as one of the text without groups. */
export function plainPlace(text: string, place: number): number {
  const shown = groupedText(text);
  return shown === text ? place : shown.slice(0, place).replaceAll(',', '').length;
}
