import { useEffect, useState } from 'react';
import { startWhenQuiet } from '../../../ui/when-quiet.ts';
import { quietCall } from '../../api/client.ts';
import { getFuturesTickers, type FuturesTicker } from '../../api/calls/futures-markets.ts';
import { POLL_MOST_MS } from '../../live/timing.ts';

/** Tickers of contracts by symbol. All figures of a row come from one call, so that they are of the same moment. */
const POLL_MS = 2_000;

export type ContractTickers = ReadonlyMap<string, FuturesTicker>;

export interface ContractFigures {
  readonly tickers: ContractTickers;
  /** The last call failed; the figures are those of the call before. */
  readonly isOld: boolean;
}

/** Figures of all contracts, asked again every two seconds while they are wanted and the page is visible; after failures less often. */
export function useContractTickers(first: readonly FuturesTicker[], isWanted: boolean): ContractFigures {
  const [figures, setFigures] = useState<ContractFigures>(() => ({ tickers: bySymbol(first), isOld: false }));
  useEffect(() => {
    if (!isWanted) return;
    return startWhenQuiet(() => {
      let waitMs = POLL_MS;
      let hasLeft = false;
      let timer: ReturnType<typeof setTimeout>;
      const ask = async () => {
        if (!document.hidden) {
          const fresh = await getFuturesTickers(quietCall).catch(() => null);
          if (hasLeft) return;
          waitMs = fresh ? POLL_MS : Math.min(POLL_MOST_MS, waitMs * 2);
          setFigures((now) => (fresh ? { tickers: bySymbol(fresh), isOld: false } : { ...now, isOld: true }));
        }
        timer = setTimeout(() => void ask(), waitMs);
      };
      void ask();
      return () => {
        hasLeft = true;
        clearTimeout(timer);
      };
    });
  }, [isWanted]);
  return figures;
}

function bySymbol(list: readonly FuturesTicker[]): ContractTickers {
  return new Map(list.map((ticker) => [ticker.symbol, ticker]));
}
