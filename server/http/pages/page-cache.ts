/**
 * Cached HTML of pages that are the same for everyone: rendered once for all requests within a moment, without anything personal
 * (decision 053). A kept page is fresh for two seconds; for three more it is still sent while a new one is made, so that a price is never
 * older than that; afterwards a request waits for the new one. Answers that are not a whole, healthy page are never kept. Each sending
 * has a new nonce, put where the rendering left its mark.
 */
import { randomBytes } from 'node:crypto';
import { createSingleFlight, type InTurn } from './single-flight.ts';
import { PageNotMade } from './renderer.ts';
import { monotonicMs } from '../../system/clock.ts';
import { gzipOf, pack, type PackedPiece, plainOf, stored, takesGzip } from '../../system/packed-bytes.ts';

export const PAGE_FRESH_MS = 2_000;
export const PAGE_STALE_MS = 3_000;
/** The most that is kept; bytes are those of the plain and the compressed pages together. */
export interface CacheBounds {
  readonly pages: number;
  readonly bytes: number;
}
export const CACHE_BOUNDS: CacheBounds = { pages: 400, bytes: 64 * 1024 * 1024 };

/** Placeholder of the nonce in a kept page. It is random, so that a client cannot write one into a page. */
export const NONCE_MARK = `nonce-${randomBytes(18).toString('hex')}`;

export interface KeptRendering {
  readonly html: string;
  readonly status: number;
  /** A whole page with status 200 in which nothing failed: only such a page is kept. */
  readonly isHealthy: boolean;
}

export interface SharedPage {
  /** The HTML, cut where a nonce has to go in. */
  readonly pieces: readonly PackedPiece[];
  readonly status: number;
  readonly ageMs: number;
}

export interface PageCache {
  /**
   * Null: no page came of it (a redirect, a failure); the caller answers by itself. Throws the refusal of `inTurn` when this caller may
   * not have a page made now, and PageNotMade where nobody gets it now; others that wait for the same page then have it made for themselves.
   */
  find(key: string, asker: PageAsker, render: () => Promise<KeptRendering>): Promise<SharedPage | null>;
}

export interface PageAsker {
  /** Name of the client whose place in the queue it is. */
  readonly name: string;
  readonly inTurn: InTurn;
}

interface Entry {
  readonly pieces: readonly PackedPiece[];
  readonly status: number;
  readonly bytes: number;
  readonly madeAtMs: number;
}

/** `onTrouble` hears of renderings that failed; `now` and `bounds` are for tests. */
export function createPageCache(
  onTrouble: (error: Error) => void,
  now: () => number = monotonicMs,
  bounds: CacheBounds = CACHE_BOUNDS,
): PageCache {
  // In order of making: the first is the oldest.
  const entries = new Map<string, Entry>();
  const rendering = createSingleFlight<Entry | null>();
  let bytes = 0;

  const drop = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  const keep = (key: string, entry: Entry): void => {
    drop(key);
    entries.set(key, entry);
    bytes += entry.bytes;
    for (const oldest of entries.keys()) {
      if (entries.size <= bounds.pages && bytes <= bounds.bytes) break;
      drop(oldest);
    }
  };
  const renderEntry = async (key: string, render: () => Promise<KeptRendering>): Promise<Entry | null> => {
    const madeAtMs = now();
    try {
      const { html, status, isHealthy } = await render();
      if (status !== 200 && status !== 404) return null;
      const pieces = await Promise.all(html.split(NONCE_MARK).map(pack));
      const entry = { pieces, status, bytes: sizeOf(pieces), madeAtMs };
      if (isHealthy) keep(key, entry);
      return entry;
    } catch (error) {
      // The renderer is down or gave this page up: a second try for this visitor would fail too.
      if (error instanceof PageNotMade) throw error;
      onTrouble(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  };

  const findOrMake = async (
    key: string,
    asker: PageAsker,
    render: () => Promise<KeptRendering>,
    isSecondTry: boolean,
  ): Promise<SharedPage | null> => {
    const entry = entries.get(key);
    const ageMs = entry ? now() - entry.madeAtMs : 0;
    if (entry && ageMs <= PAGE_FRESH_MS) return { ...entry, ageMs };
    const isMadeForAnother = rendering.isUnderWay(key);
    const next = rendering.join(key, asker.name, () => renderEntry(key, render), asker.inTurn);
    if (entry && ageMs <= PAGE_FRESH_MS + PAGE_STALE_MS) return { ...entry, ageMs };
    try {
      const made = await next;
      return made && { ...made, ageMs: now() - made.madeAtMs };
    } catch (error) {
      // One second try only: if the visitor for whom the page was being made is refused, the others who waited must not each
      // retry without end.
      if (isMadeForAnother && !isSecondTry && !(error instanceof PageNotMade))
        return await findOrMake(key, asker, render, true);
      throw error;
    }
  };
  return { find: (key, asker, render) => findOrMake(key, asker, render, false) };
}

const sizeOf = (pieces: readonly PackedPiece[]): number =>
  pieces.reduce((sum, { plain, packed }) => sum + plain.length + packed.length, 0);

export interface SharedHeaders {
  readonly 'content-type': string;
  readonly 'content-encoding'?: string;
  /** Seconds since it was rendered: how old the prices on it are. */
  readonly age: string;
}

/** The bytes for one visitor. They may be compressed: a page without secrets gives nothing away by its length (the BREACH attack). */
export function sendable(
  { pieces, ageMs }: SharedPage,
  nonce: string,
  acceptEncoding: string,
): { readonly body: Buffer; readonly headers: SharedHeaders } {
  const headers = { 'content-type': 'text/html; charset=utf-8', age: String(Math.floor(ageMs / 1_000)) };
  const between = stored(nonce);
  const whole = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]));
  if (!takesGzip(acceptEncoding)) return { body: plainOf(whole), headers };
  return { body: gzipOf(whole), headers: { ...headers, 'content-encoding': 'gzip' } };
}
