/** Reads a chain and credits what has arrived and is certain, exactly once. */
import { Refusal } from '@agio/contracts/errors';
import type { NoteFailure } from '../../failures/failures.ts';
import type { Db } from '../../store/index.ts';
import type { WalletModule } from '../wallet/index.ts';
import type { Chain } from './chain.ts';
import { insertArrivals, listRipe, markCredited, markTried, positionOf } from './deposit-repo.ts';

const AT_ONCE = 100;
/** What the core refused is asked of it again after this time: each try is a command in the journal. */
const TRY_AGAIN_MS = 60_000;
const PART = 'crediting of deposits';

interface Watching {
  readonly db: Db;
  readonly deposit: WalletModule['deposit'];
  readonly note: NoteFailure;
}

/** One turn: reads arrivals that are not known yet, then credits those with enough blocks on them. */
export async function watchChain({ db, deposit, note }: Watching, chain: Chain): Promise<void> {
  const { network } = chain;
  for (let isMore = true; isMore;) {
    const arrivals = await chain.arrivals(await positionOf(db, network), AT_ONCE);
    await insertArrivals(db, network, arrivals);
    isMore = arrivals.length === AT_ONCE;
  }
  const upToBlock = (await chain.height()) - chain.confirmations + 1;
  const triedBeforeMs = Date.now() - TRY_AGAIN_MS;
  const ripe = await listRipe(db, { network, upToBlock, triedBeforeMs, limit: AT_ONCE });
  for (const { depositId, uid, asset, amount, txId } of ripe) {
    try {
      // A crash before the mark brings it here again: the key finds the first credit, and no second is made. Keys live 30 days.
      const { transferId } = await deposit({ uid, asset, amount, key: `s:chain:${network}:${txId}` });
      await markCredited(db, depositId, transferId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await markTried(db, depositId, Date.now());
      note(PART, error);
    }
  }
}
