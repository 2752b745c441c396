/** What the search finds, in groups: spot markets, contracts, coins and pages of the site. */
import type { DataOf } from '@agio/contracts/calls';

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
  | { readonly kind: 'spot'; readonly id: string; readonly pair: FoundPair }
  | { readonly kind: 'futures'; readonly id: string; readonly contract: FoundContract }
  | { readonly kind: 'coins'; readonly id: string; readonly coin: FoundCoin }
  | { readonly kind: 'pages'; readonly id: string; readonly page: FoundPage };
export type SearchKind = SearchResult['kind'];

export interface SearchGroup {
  readonly kind: SearchKind | 'recent';
  readonly results: readonly SearchResult[];
}

/** How many a group shows while one types. */
const MOST_FOUND = 5;
/** Without a text: what most visitors go to. */
const FIRST_SHOWN = { spot: 6, futures: 3 } as const;

/** Everything that can be found, in the house's order. */
export function searchable(found: Found | undefined, pages: readonly FoundPage[]): readonly SearchResult[] {
  const { spot = [], futures = [], coins = [] } = found ?? {};
  const bases = new Set(spot.map(({ base }) => base));
  return [
    ...spot.map((pair) => ({ kind: 'spot' as const, id: `spot ${pair.symbol}`, pair })),
    ...futures.map((contract) => ({ kind: 'futures' as const, id: `futures ${contract.symbol}`, contract })),
    // Only a coin with a market of its own has a page.
    ...coins
      .filter(({ name }) => bases.has(name))
      .map((coin) => ({ kind: 'coins' as const, id: `coins ${coin.name}`, coin })),
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
    plain(text) === ''
      ? [
          { kind: 'recent', results: recent.flatMap((id) => all.find((result) => result.id === id) ?? []) },
          { kind: 'spot', results: of('spot').slice(0, FIRST_SHOWN.spot) },
          { kind: 'futures', results: of('futures').slice(0, FIRST_SHOWN.futures) },
        ]
      : (['spot', 'futures', 'coins', 'pages'] as const).map((kind) => ({ kind, results: bestOf(of(kind), text) }));
  return groups.filter(({ results }) => results.length > 0);
}

/** Those that begin with the text come first. */
function bestOf(results: readonly SearchResult[], text: string): readonly SearchResult[] {
  const wanted = plain(text);
  const rank = (result: SearchResult): number => {
    const names = namesOf(result).map(plain);
    if (names.some((name) => name.startsWith(wanted))) return 0;
    return names.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return results
    .filter((result) => rank(result) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST_FOUND);
}

function namesOf(result: SearchResult): readonly string[] {
  switch (result.kind) {
    case 'spot':
      return [result.pair.symbol, result.pair.base, result.pair.baseName];
    case 'futures':
      return [result.contract.symbol, result.contract.base];
    case 'coins':
      return [result.coin.name, result.coin.fullName];
    case 'pages':
      // Its address is found too: it is English in every language.
      return [result.page.name, ...result.page.path.split('/')];
  }
}

/** BTC/USDT, btc-usdt and "btc usdt" are the same. */
function plain(text: string): string {
  return text.replaceAll(/[\s/_-]/g, '').toLowerCase();
}
