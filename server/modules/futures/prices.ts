/**
 * The clock of the contracts: once a second the prices of the index sources become a sequenced command, and at the end of an interval its
 * funding does (trading B8 to B10). The core has no timers.
 */
import type { IndexSource } from '@agio/core';
import type { EngineHandle } from '../../engine/index.ts';
import type { NoteFailure } from '../../failures/failures.ts';
import type { Job } from '../jobs.ts';
import type { IndexPrices } from '../../external/index.ts';
import type { LiveContract, LiveContracts } from './live.ts';

const TICK_MS = 1_000;
const PART = 'prices of contracts';

/**
 * `note` hears what could not be sent; the next second tries again. A second that comes while the one before is still at work is left
 * out: marks come from current prices, not from a queue of old ones.
 */
export function priceClock(engine: EngineHandle, live: LiveContracts, prices: IndexPrices, note: NoteFailure): Job {
  const tick = async (): Promise<void> => {
    // A failure for one contract must not leave the others without a new mark price.
    for (const contract of live.contracts.values()) await tickOf(contract).catch((error: unknown) => note(PART, error));
  };
  const tickOf = async ({ view }: LiveContract): Promise<void> => {
    if (view.status === 'SETTLED') return;
    const sources: IndexSource[] = prices.of(view.symbol);
    await engine.submit({ kind: 'TickMark', symbol: view.symbol, sources });
    const due = live.contracts.get(view.symbol)?.view.nextFundingMs ?? 0;
    if (due !== 0 && Date.now() >= due) await engine.submit({ kind: 'SettleFunding', symbol: view.symbol });
  };
  return { name: PART, everyMs: TICK_MS, run: tick };
}
