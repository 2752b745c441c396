/**
 * What a market is called wherever it is named: a spot market by its two coins, a perpetual by its symbol. So the two of one coin never
 * read the same.
 */
interface NamedMarket {
  readonly kind: 'spot' | 'futures';
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

/** BTC/USDT of a spot market, BTCUSDT of a perpetual. */
export function marketName({ kind, symbol, base, quote }: NamedMarket): string {
  return kind === 'spot' ? pairName({ base, quote }) : symbol;
}

/** BTC/USDT: the name of a spot market. */
export function pairName({ base, quote }: Pick<NamedMarket, 'base' | 'quote'>): string {
  return `${base}/${quote}`;
}
