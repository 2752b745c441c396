/**
 * Which sub-promises of the checklist work for a user. What can be found out is found out: whether a page has a file, and
 * by which kind of test a row is proved. What no title can say is said by tools/coverage-missing.ts.
 */
import { isPageRow, partsOf, pathOf, type Row } from './checklist.ts';

export const STATES = ['works', 'partly', 'not yet'] as const;
export type State = (typeof STATES)[number];

/** A test with the row's id in its title. */
export interface Proof {
  readonly file: string;
  readonly title: string;
}

/** Sub-promises of a row that do not work yet, wholly or in part, in plain words. */
export interface Gap {
  /** How the sub-promises begin; left out: all of them. */
  readonly parts?: readonly string[];
  readonly state: Exclude<State, 'works'>;
  readonly what: string;
  /** The page that brings it: once that is built the entry must be read again, and is a mistake until then. */
  readonly until?: string;
}

export interface Part {
  readonly text: string;
  readonly state: State;
  /** The missing part; empty if it works. */
  readonly why: string;
}

export interface JudgedRow extends Row {
  readonly state: State;
  readonly parts: readonly Part[];
  readonly proofs: readonly Proof[];
}

export interface Evidence {
  readonly proofs: ReadonlyMap<string, readonly Proof[]>;
  readonly gaps: Readonly<Record<string, readonly Gap[]>>;
  /** Rows for which a test that boots no exchange is enough, each with its reason. */
  readonly pureRows: Readonly<Record<string, string>>;
  /** `missing`: the page is in the table of pages, but has no file; `unknown`: it is not in the table either. */
  readonly pageState: (path: string) => 'built' | 'missing' | 'unknown';
}

/** Rows of which each part has a test of its own, whose title says “K1 request 60 s”. */
const EACH_ITS_OWN: readonly string[] = ['K1'];
const LEAD_IN = /^each with its own test: /;
const NO_EXCHANGE = 'no test on a running exchange or in a browser';
const NO_TEST = 'no test';
const NO_PAGE = 'the page is missing';

/** In test/e2e a browser, in test/integration a client meets a running exchange, as a user does. */
export const isShown = ({ file }: Proof): boolean => /^test\/(?:e2e|integration)\//.test(file);

export function judgeRow(row: Row, evidence: Evidence): JudgedRow {
  const proofs = evidence.proofs.get(row.id) ?? [];
  const parts = partsOf(row).map((text) => judgePart(row, text, proofs, evidence));
  return { ...row, parts, proofs, state: stateOf(parts) };
}

function stateOf(parts: readonly Part[]): State {
  const [first] = parts;
  return first && parts.every(({ state }) => state === first.state) ? first.state : 'partly';
}

function judgePart(row: Row, text: string, proofs: readonly Proof[], evidence: Evidence): Part {
  const gap = evidence.gaps[row.id]?.find((known) => isMeant(known, text));
  const path = isPageRow(row.id) ? pathOf(text) : undefined;
  if (path !== undefined && evidence.pageState(path) === 'missing')
    return { text, state: 'not yet', why: [NO_PAGE, gap?.what ?? traitsSaid(proofs)].filter(Boolean).join(', ') };
  if (gap) return { text, state: gap.state, why: gap.what };
  return judgeByTests(row, text, proofs, evidence);
}

const traitsSaid = (proofs: readonly Proof[]): string => (proofs.length > 0 ? 'its traits are tested' : '');

function judgeByTests(row: Row, text: string, all: readonly Proof[], { pureRows }: Evidence): Part {
  const proofs = EACH_ITS_OWN.includes(row.id) ? all.filter((proof) => names(proof, row.id, text)) : all;
  if (proofs.length === 0) return { text, state: 'not yet', why: NO_TEST };
  if (row.id in pureRows || proofs.some(isShown)) return { text, state: 'works', why: '' };
  return { text, state: 'partly', why: NO_EXCHANGE };
}

/** “K1 ping 3 s” and “K1 ping 3 s: …”, but not “K1 ping 3 seconds”. */
function names({ title }: Proof, id: string, text: string): boolean {
  const wanted = `${id} ${text.replace(LEAD_IN, '')}`;
  const at = title.indexOf(wanted);
  return at >= 0 && !/^[\p{L}\d]/u.test(title.slice(at + wanted.length));
}

const isMeant = (gap: Gap, text: string): boolean =>
  gap.parts === undefined || gap.parts.some((part) => text.startsWith(part));

/** Mistakes of the tables and titles: an id that no row has, a part that no row or more than one entry names. */
export function findMistakes(rows: readonly Row[], evidence: Evidence): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [
    ...[...evidence.proofs].flatMap(([id, proofs]) =>
      byId.has(id)
        ? []
        : proofs.map(({ file, title }) => `${file}: “${title}” has the id ${id}, which is in no row of the checklist`),
    ),
    ...Object.entries(evidence.gaps).flatMap(([id, gaps]) => [
      ...mistakesOfGaps(id, byId.get(id), gaps),
      ...gaps.flatMap((gap) => mistakeOfUntil(id, gap, evidence)),
    ]),
    ...Object.keys(evidence.pureRows).flatMap((id) => mistakeOfPureRow(id, byId.get(id), evidence)),
    ...rows.flatMap((row) => mistakesOfPages(row, evidence)),
  ];
}

function mistakesOfGaps(id: string, row: Row | undefined, gaps: readonly Gap[]): string[] {
  if (!row) return [`coverage-missing.ts: ${id} is no row of the checklist`];
  const texts = partsOf(row);
  const named = gaps.flatMap((gap) => gap.parts ?? []);
  return [
    ...named
      .filter((part) => texts.filter((text) => text.startsWith(part)).length !== 1)
      .map((part) => `coverage-missing.ts: “${part}” begins not exactly one sub-promise of ${id}`),
    ...texts
      .filter((text) => gaps.filter((gap) => isMeant(gap, text)).length > 1)
      .map((text) => `coverage-missing.ts: two entries of ${id} speak of “${text}”`),
  ];
}

function mistakeOfUntil(id: string, { until, what }: Gap, { pageState }: Evidence): string[] {
  if (until === undefined || pageState(until) === 'missing') return [];
  const why = pageState(until) === 'built' ? 'is built now: read the entry again' : 'is in no table of pages';
  return [`coverage-missing.ts: ${until}, which ${id} waits for (${what}), ${why}`];
}

function mistakeOfPureRow(id: string, row: Row | undefined, { proofs, pureRows, gaps, pageState }: Evidence): string[] {
  if (!row) return [`coverage-missing.ts: ${id} of the pure rows is no row of the checklist`];
  const without = { proofs, pageState, gaps: {}, pureRows: {} };
  const with_ = { proofs, pageState, gaps, pureRows };
  const isNeeded = judgeRow(row, without).parts.some((part, at) => {
    const now = judgeRow(row, with_).parts[at];
    return now?.state === 'works' && part.state !== 'works';
  });
  return isNeeded ? [] : [`coverage-missing.ts: the row ${id} needs no exception (${pureRows[id] ?? ''})`];
}

function mistakesOfPages(row: Row, { pageState }: Evidence): string[] {
  if (!isPageRow(row.id)) return [];
  const paths = partsOf(row).flatMap((text) => pathOf(text) ?? []);
  return [
    ...(paths.length === 0 ? [`CHECKLIST.md: ${row.id} names no page`] : []),
    ...paths
      .filter((path) => pageState(path) === 'unknown')
      .map((path) => `CHECKLIST.md: ${path} of ${row.id} is not in contracts/pages.ts`),
  ];
}
