/**
 * docs/reliability.md against the code: every planted bug that its table quotes is in the list of mutations, or of the simulator, under
 * those words, and the sentence above the table counts its rows rightly.
 */

interface Promised {
  readonly id: string;
  readonly mutation: string;
  readonly state: string;
}

export interface QuotedBug {
  readonly id: string;
  readonly words: string;
  /** Which list it is said to be in; null: that of the simulator. */
  readonly from: 'mutations' | 'simulator';
  /** The file of tools/mutations that is named behind it; null: none is. */
  readonly file: string | null;
}

const QUOTE = /“([^”]*)”/g;
/** What stands between quotes that share the file behind the last of them: “a”, “b” and 4 more (tools/mutations/faults.ts). */
const FILE = /^(?:(?:,| and)? “[^”]*”)*(?: and [\w ]+?)? (?:\(|of )`?(tools\/mutations\/[\w-]+\.ts)/;
const SIMULATOR = /^the simulator finds /;
/** A test that was turned red by hand is quoted, too. */
const BY_HAND = /\bby hand\b/;
const ENDS_OPEN = /\s?…$/;

function rowsOf(page: string): Promised[] {
  return page.split('\n').flatMap((line) => {
    const [id = '', , , mutation = '', state = ''] = line.replaceAll(/^\| | \|$/g, '').split(' | ');
    return /^(?:FLT|ATK)-\d+$/.test(id) ? [{ id, mutation, state }] : [];
  });
}

/** The planted bugs that the table quotes in its column of mutations. */
export function quotedBugs(page: string): QuotedBug[] {
  return rowsOf(page).flatMap(({ id, mutation }) =>
    mutation
      .split(/; |<br>/)
      .filter((part) => !BY_HAND.test(part))
      .flatMap((part) =>
        [...part.matchAll(QUOTE)].map((found) => ({
          id,
          words: found[1] ?? '',
          from: SIMULATOR.test(part) ? ('simulator' as const) : ('mutations' as const),
          file: FILE.exec(part.slice(found.index + found[0].length))?.[1] ?? null,
        })),
      ),
  );
}

/** How many promises the table says are held, in part and not yet, as the sentence above it says it. */
export function countSentence(page: string): string {
  const states = rowsOf(page).map(({ state }) => state);
  const count = (word: string): number => states.filter((state) => state.startsWith(word)).length;
  return `Of ${states.length} promises ${count('held')} are held, ${count('in part')} in part and ${count('not yet')} not yet.`;
}

export interface Planted {
  /** The words of all mutations, and of all bugs that are planted into the simulator. */
  readonly mutations: readonly string[];
  readonly simulator: readonly string[];
  /** The text of a file of tools/mutations; null: there is none. */
  read(file: string): string | null;
}

/** One line for each breach. */
export function checkReliability(page: string, planted: Planted): { ok: boolean; output: string } {
  const breaches: string[] = [];
  const sentence = countSentence(page);
  if (!page.includes(sentence)) breaches.push(`docs/reliability.md: its table says “${sentence}”`);
  for (const { id, words, from, file } of quotedBugs(page)) {
    const begins = ENDS_OPEN.test(words) ? words.replace(ENDS_OPEN, '') : null;
    const isNamed = (bug: string): boolean => (begins === null ? bug === words : bug.startsWith(begins));
    if (!planted[from].some(isNamed)) breaches.push(`docs/reliability.md, ${id}: no planted bug is called “${words}”`);
    else if (file !== null && planted.read(file)?.includes(begins ?? words) !== true)
      breaches.push(`docs/reliability.md, ${id}: “${words}” is not in ${file}`);
  }
  return { ok: breaches.length === 0, output: breaches.join('\n') };
}
