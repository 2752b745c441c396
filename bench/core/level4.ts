/** Level 4: the journal read back and applied to a new core; a large snapshot written and restored. */
import { createCore, restoreCore, type CommandBody, type Core } from '../../core/index.ts';
import type { Amount, Price, Rate } from '../../core/fixed.ts';
import { applyUnit } from '../../server/engine/recover.ts';
import { readJournal } from '../../server/journal/index.ts';
import { HOST_HASHES } from '../../server/system/host-hashes.ts';
import { commandOf, deposit, SPOT_PARAMETERS, STEP, TICK } from './caller.ts';

const MONTH_MS = 31 * 24 * 3_600_000;

/** Commands a second, reading and checking the journal's units included. */
export function replay(
  directory: string,
  stateHash: string,
): { perSecond: number; commands: number; defects: string[] } {
  const core = createCore({ hashes: HOST_HASHES });
  const began = performance.now();
  readJournal(directory, 0, (unit) => applyUnit(core, unit));
  const seconds = (performance.now() - began) / 1_000;
  const defects = core.stateHash() === stateHash ? [] : ['the replayed state differs'];
  return { perSecond: core.lastSeq / seconds, commands: core.lastSeq, defects };
}

export interface SnapshotFigures {
  readonly orders: number;
  readonly accounts: number;
  readonly mebibytes: number;
  readonly writeMs: number;
  readonly restoreMs: number;
  readonly defects: string[];
}

/** Two accounts and two resting orders a user; with the hashes that the server hands the core. */
export function snapshot(users: number): SnapshotFigures {
  const core = filledCore(users);
  const writing = performance.now();
  const bytes = core.snapshot();
  const restoring = performance.now();
  const again = restoreCore(bytes, { hashes: HOST_HASHES });
  const done = performance.now();
  return {
    orders: users * 2,
    accounts: users * 2,
    mebibytes: bytes.length / 2 ** 20,
    writeMs: restoring - writing,
    restoreMs: done - restoring,
    defects: again.stateHash() === core.stateHash() ? [] : ['the restored state differs'],
  };
}

function filledCore(users: number): Core {
  const core = createCore({ hashes: HOST_HASHES });
  let timeMs = 1_700_000_000_000;
  const apply = (body: CommandBody): void => {
    const outcome = core.apply(commandOf(body, core.lastSeq + 1, timeMs), () => {});
    if (!outcome.ok) throw new Error(outcome.code);
  };
  for (const asset of ['BTC', 'USDT']) apply({ kind: 'CreateAsset', asset, scale: 8 });
  apply({ kind: 'CreateMarket', symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', parameters: SPOT_PARAMETERS });
  for (let uid = 1; uid <= users; uid += 1) {
    for (const asset of ['BTC', 'USDT']) apply(deposit(uid, asset, 1e13 as Amount, asset));
    for (const side of ['BUY', 'SELL'] as const) {
      const ticks = side === 'BUY' ? 50_000 - (uid % 4_000) : 50_001 + (uid % 4_000);
      apply({
        kind: 'PlaceOrder',
        uid,
        symbol: 'BTCUSDT',
        side,
        type: 'LIMIT',
        timeInForce: 'GTC',
        price: (ticks * TICK) as Price,
        quantity: ((1 + (uid % 100)) * STEP) as Amount,
        quoteAmount: 0 as Amount,
        maxSlippage: 0 as Rate,
        stpMode: '',
        clientOrderId: '',
        idempotency: null,
      });
    }
  }
  // The deposits' keys age out: they are not what is measured.
  timeMs += MONTH_MS;
  apply({ kind: 'Clock' });
  return core;
}
