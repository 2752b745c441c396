import { useLocation } from 'react-router';
import { useIsMounted } from '../start/use-is-mounted.ts';

/**
 * The query of the address, with its question mark, for links that lead back here. Empty until the browser has taken the page
 * over: the server renders a page that many share without anybody's query (server/http/pages/shared-pages.ts).
 */
export function usePageSearch(): string {
  const { search } = useLocation();
  return useIsMounted() ? search : '';
}
