import { createContext, useContext } from 'react';
import { browserDevice } from '../api/device.ts';

/** Set by the server, which knows crawlers best; in the browser the user agent tells. */
export const CrawlerContext = createContext(false);

export function useIsCrawler(): boolean {
  const isKnown = useContext(CrawlerContext);
  return isKnown || (typeof document !== 'undefined' && browserDevice().spider);
}
