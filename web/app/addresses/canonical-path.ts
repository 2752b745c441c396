/** The one way in which the path of a page is written, where it answers to several. Without its locale. */
export function canonicalPath(path: string): string {
  const bare = path.replace(/\/+$/, '') || '/';
  return bare.replace(/^(\/spot-trade\/)([^/]+)$/, (_, area: string, symbol: string) => area + symbol.toUpperCase());
}
