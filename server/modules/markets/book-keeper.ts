/**
 * Keeps books in memory by their changes. A book whose change failed is read anew from the engine: one missing level would stay
 * wrong for as long as nobody trades at its price.
 */
import type { DepthView, Side } from '@agio/core';
import { EngineStopped } from '../../engine/index.ts';
import type { NoteFailure } from '../../failures/failures.ts';
import { type LiveBook, setLevel } from './order-book.ts';

const AGAIN_MS = 1_000;
const PART = 'live books';

interface BookChange {
  readonly symbol: string;
  readonly updateId: number;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
}

export interface BookKeeper {
  /** Applies a change; skips one that the book has already. Never throws. */
  change(book: LiveBook, change: BookChange): void;
}

/** `read` answers a whole book as of now; until it has answered, the book stays at its last good update. */
export function createBookKeeper(read: (symbol: string) => Promise<DepthView | null>, note: NoteFailure): BookKeeper {
  /** Books that are being read, each with the changes that came since it was asked for. */
  const missed = new Map<LiveBook, BookChange[]>();
  const apply = (book: LiveBook, { updateId, side, price, quantity }: BookChange): void => {
    if (updateId <= book.updateId) return;
    setLevel(book, side, price, quantity);
    book.updateId = updateId;
  };
  const readAnew = async (symbol: string, book: LiveBook): Promise<void> => {
    const since: BookChange[] = [];
    missed.set(book, since);
    const depth = await read(symbol);
    if (depth !== null) {
      book.bids = [...depth.bids];
      book.asks = [...depth.asks];
      book.updateId = depth.updateId;
    }
    // Changes that the answer contains already are skipped by their id.
    for (const change of since) apply(book, change);
    missed.delete(book);
  };
  const reloadBook = (symbol: string, book: LiveBook): void => {
    readAnew(symbol, book).catch((error: unknown) => {
      if (error instanceof EngineStopped) return;
      note(PART, error);
      setTimeout(() => reloadBook(symbol, book), AGAIN_MS).unref();
    });
  };
  return {
    change(book, change) {
      const waiting = missed.get(book);
      if (waiting) return void waiting.push(change);
      try {
        apply(book, change);
      } catch (error) {
        note(PART, error);
        reloadBook(change.symbol, book);
      }
    },
  };
}
