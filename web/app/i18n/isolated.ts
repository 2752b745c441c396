const ISOLATE = '\u2068';
const END = '\u2069';

/**
 * Prepares a user's text for a place inside a sentence: whatever its direction and its direction marks, the words around it keep their
 * order. For texts alone; in elements `<bdi>` does the same.
 */
export function isolated(text: string): string {
  let open = 0;
  let kept = '';
  for (const letter of text) {
    if (/[\u2066-\u2068]/.test(letter)) open += 1;
    // An unmatched closing mark would close our own isolate.
    if (letter === END && open === 0) continue;
    if (letter === END) open -= 1;
    kept += letter;
  }
  return ISOLATE + kept + END.repeat(open) + END;
}

/**
 * Parts of one line, one after the other in the direction of the page, each in its own: for a place that isolates nothing around them: within
 * a `<bdi>` the whole line would read from the left.
 */
export const listed = (parts: readonly string[]): string => parts.map(isolated).join(' · ');
