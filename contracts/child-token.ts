/** Which pages keep the token of a child account; opening any other page leaves it (N15). */
import { segmentsOf } from './page-path.ts';

const KEEPING: readonly string[] = ['detail', 'share-profit', 'profile'];

/** `pathname` is without its locale prefix. */
export function keepsChildToken(pathname: string): boolean {
  const [area, page] = segmentsOf(pathname);
  if (area === 'contract-trade') return page !== undefined;
  return area === 'copy-trading' && page !== undefined && KEEPING.includes(page);
}
