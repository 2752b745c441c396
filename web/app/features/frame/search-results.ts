/** What the search finds, in groups: spot markets, contracts, coins and pages of the site. */
import type { DataOf } from '@agio/contracts/calls';
import { plainText } from '../../i18n/plain-text.ts';
import type { LocalNameOf } from '../../i18n/use-coin-names.ts';

type Found = DataOf<'GET /web/global/search/all'>;
export type FoundPair = Found['spot'][number];
export type FoundContract = Found['futures'][number];
export type FoundCoin = Found['coins'][number];
/** A page by its name in the reader's language. */
export interface FoundPage {
  readonly path: string;
  readonly name: string;
}

export type SearchResult =
  | (OfCoin & { readonly kind: 'spot'; readonly id: string; readonly pair: FoundPair })
  /** `coinName`: of its base coin in full; empty where it is not known. */
  | (OfCoin & {
      readonly kind: 'futures';
      readonly id: string;
      readonly contract: FoundContract;
      readonly coinName: string;
    })
  | (OfCoin & { readonly kind: 'coins'; readonly id: string; readonly coin: FoundCoin })
  | { readonly kind: 'pages'; readonly id: string; readonly page: FoundPage };

interface OfCoin {
  /** Of its coin in the reader's language: Биткоин; empty where it has none. */
  readonly localName: string;
}
export type SearchKind = SearchResult['kind'];

export interface SearchGroup {
  readonly kind: SearchKind | 'recent';
  readonly results: readonly SearchResult[];
}

const NOT_FOUND = 3;
/** Shorter words have too many neighbors: of three letters BTC would find BTT. */
const LEAST_MISSPELT = 5;
/** How many a group shows while one types. */
const MOST_FOUND = 5;
/** Without a text: what most visitors go to. */
const FIRST_SHOWN = { spot: 6, futures: 3 } as const;

/** Everything that can be found, in the house's order. `localNameOf`: of a coin in the reader's language. */
export function searchable(
  found: Found | undefined,
  pages: readonly FoundPage[],
  localNameOf: LocalNameOf,
): readonly SearchResult[] {
  const { spot = [], futures = [], coins = [] } = found ?? {};
  const bases = new Set(spot.map(({ base }) => base));
  return [
    ...spot.map((pair) => ({
      kind: 'spot' as const,
      id: `spot ${pair.symbol}`,
      pair,
      localName: localNameOf(pair.base),
    })),
    ...futures.map((contract) => ({
      kind: 'futures' as const,
      id: `futures ${contract.symbol}`,
      contract,
      coinName: coins.find(({ name }) => name === contract.base)?.fullName ?? '',
      localName: localNameOf(contract.base),
    })),
    // Only a coin with a market of its own has a page.
    ...coins
      .filter(({ name }) => bases.has(name))
      .map((coin) => ({ kind: 'coins' as const, id: `coins ${coin.name}`, coin, localName: localNameOf(coin.name) })),
    ...pages.map((page) => ({ kind: 'pages' as const, id: `pages ${page.path}`, page })),
  ];
}

/** The groups that have something; without a text, what was chosen last and the first markets. */
export function groupsOf(
  all: readonly SearchResult[],
  text: string,
  recent: readonly string[],
): readonly SearchGroup[] {
  const of = (kind: SearchKind) => all.filter((result) => result.kind === kind);
  const groups: readonly SearchGroup[] =
    plainText(text) === ''
      ? [
          { kind: 'recent', results: recent.flatMap((id) => all.find((result) => result.id === id) ?? []) },
          { kind: 'spot', results: of('spot').slice(0, FIRST_SHOWN.spot) },
          { kind: 'futures', results: of('futures').slice(0, FIRST_SHOWN.futures) },
        ]
      : (['spot', 'futures', 'coins', 'pages'] as const).map((kind) => ({ kind, results: bestOf(of(kind), text) }));
  return groups.filter(({ results }) => results.length > 0);
}

/** Those that begin with the text come first, and last those that have one letter of it otherwise. */
function bestOf(results: readonly SearchResult[], text: string): readonly SearchResult[] {
  const wanted = plainText(text);
  const rank = (result: SearchResult): number => {
    const names = namesOf(result).map(plainText);
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (names.some((name) => name.includes(wanted))) return 1;
    return isMisspelt(namesOf(result), text) ? 2 : NOT_FOUND;
  };
  return results
    .filter((result) => rank(result) < NOT_FOUND)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST_FOUND);
}

function namesOf(result: SearchResult): readonly string[] {
  switch (result.kind) {
    case 'spot':
      return [result.pair.symbol, result.pair.base, result.pair.baseName, result.localName];
    case 'futures':
      return [result.contract.symbol, result.contract.base, result.coinName, result.localName];
    case 'coins':
      return [result.coin.name, result.coin.fullName, result.localName];
    case 'pages':
      // Its address is found too: it is English in every language.
      return [result.page.name, ...result.page.path.split('/')];
  }
}

/** Whether each word of the text is in a name, of the longer ones but for one letter. */
function isMisspelt(names: readonly string[], text: string): boolean {
  const wordsOf = (of: string) =>
    of
      .toLowerCase()
      .split(/[\s/_-]+/)
      .filter((word) => word !== '');
  const words = names.flatMap(wordsOf);
  return wordsOf(text).every((wanted) =>
    words.some((word) => word.startsWith(wanted) || (wanted.length >= LEAST_MISSPELT && isNearly(word, wanted))),
  );
}

/** The same but for one letter that is another, missing, or too many, or two that changed places; the word may go on. */
function isNearly(word: string, typed: string): boolean {
  const at = [...typed].findIndex((letter, place) => letter !== word[place]);
  if (at < 0) return true;
  // The first letter is seldom mistyped, and without it another word begins: tether is no ether.
  if (at === 0) return false;
  const rest = typed.slice(at + 1);
  const changed = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  return (
    word.startsWith(rest, at + 1) ||
    word.startsWith(rest, at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (changed && word.startsWith(typed.slice(at + 2), at + 2))
  );
}
