/**
 * Shared HTML of pages that say the same to everyone: rendered once for all who ask within a moment, never with anything
 * personal in it (decision 053). A kept page is fresh for two seconds; for three more it is still sent while a new one is
 * made, so that a price is never older than that; afterwards whoever comes waits for the new one. Answers that are not a
 * whole, healthy page are never kept. Each sending has a nonce of its own, put where the rendering left its mark.
 */
import { randomBytes } from 'node:crypto';
import { gzipOf, packPage, type PackedPage, plainOf } from './packed-page.ts';

export const PAGE_FRESH_MS = 2_000;
export const PAGE_STALE_MS = 3_000;
const MOST_PAGES = 400;
const MOST_BYTES = 64 * 1024 * 1024;

/** Stands in a kept page where the nonce goes. Nobody outside knows it, so nobody can write one into a page. */
export const NONCE_MARK = `nonce-${randomBytes(18).toString('hex')}`;

export interface RenderedPage {
  readonly html: string;
  readonly status: number;
  /** A whole page with status 200 in which nothing failed: only such a page is kept. */
  readonly isHealthy: boolean;
}

export interface SharedPage {
  readonly page: PackedPage;
  readonly status: number;
  readonly ageMs: number;
}

export interface PageCache {
  /** Null: no page came of it (a redirect, a failure); the caller answers by itself. */
  find(key: string, render: () => Promise<RenderedPage>): Promise<SharedPage | null>;
}

interface Entry {
  readonly page: PackedPage;
  readonly status: number;
  readonly bytes: number;
  readonly madeAtMs: number;
}

export function createPageCache(onTrouble: (error: Error) => void, now: () => number = Date.now): PageCache {
  // In order of making: the first is the oldest.
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<Entry | null>>();
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
      if (entries.size <= MOST_PAGES && bytes <= MOST_BYTES) break;
      drop(oldest);
    }
  };
  /** One rendering at a time for each key, however many ask. */
  const make = (key: string, render: () => Promise<RenderedPage>): Promise<Entry | null> => {
    const known = running.get(key);
    if (known) return known;
    const madeAtMs = now();
    const made = render().then(async ({ html, status, isHealthy }) => {
      if (status !== 200 && status !== 404) return null;
      const entry = { page: await packPage(html, NONCE_MARK), status, bytes: html.length, madeAtMs };
      if (isHealthy) keep(key, entry);
      return entry;
    });
    const ended = made
      .catch((error: unknown) => {
        onTrouble(error instanceof Error ? error : new Error(String(error)));
        return null;
      })
      .finally(() => running.delete(key));
    running.set(key, ended);
    return ended;
  };

  return {
    async find(key, render) {
      const entry = entries.get(key);
      const ageMs = entry ? now() - entry.madeAtMs : 0;
      if (entry && ageMs <= PAGE_FRESH_MS) return { ...entry, ageMs };
      const next = make(key, render);
      if (entry && ageMs <= PAGE_FRESH_MS + PAGE_STALE_MS) return { ...entry, ageMs };
      const made = await next;
      return made && { ...made, ageMs: now() - made.madeAtMs };
    },
  };
}

export interface SharedHeaders {
  readonly 'content-type': string;
  readonly 'content-encoding'?: string;
  /** Seconds since it was rendered: how old the prices on it are. */
  readonly age: string;
}

/**
 * The bytes for one visitor. Compressing is safe here: a shared page holds no secret that a reflected text could be
 * compared with.
 */
export function sendable(
  { page, ageMs }: SharedPage,
  nonce: string,
  acceptEncoding: string,
): { readonly body: Buffer; readonly headers: SharedHeaders } {
  const headers = { 'content-type': 'text/html; charset=utf-8', age: String(Math.floor(ageMs / 1_000)) };
  if (!takesGzip(acceptEncoding)) return { body: plainOf(page, nonce), headers };
  return { body: gzipOf(page, nonce), headers: { ...headers, 'content-encoding': 'gzip' } };
}

/** `gzip;q=0` is a refusal. */
function takesGzip(acceptEncoding: string): boolean {
  const asked = acceptEncoding.split(',').map((part) => part.replaceAll(/\s/g, '').toLowerCase());
  return asked.some((part) => /^(?:gzip|\*)(?:;q=(?!0(?:\.0*)?$).+)?$/.test(part));
}
