/** Texts for rendering on the server: asked once, kept a moment. They are the same for everyone. */
import type { Call } from '../api/client.ts';
import type { LocaleKey } from './locales.ts';
import { loadTexts, type Dictionary } from './texts.ts';

/** An operator who changed a text sees it this much later. */
const FRESH_MS = 2_000;
/** Locales times sets of domains: a bound, not a target. */
const MOST_KEPT = 500;

interface Kept {
  readonly texts: Promise<Dictionary>;
  readonly until: number;
}
const kept = new Map<string, Kept>();

export function serverTexts(call: Call, key: LocaleKey, domains: readonly string[]): Promise<Dictionary> {
  const name = `${key} ${domains.join()}`;
  const found = kept.get(name);
  if (found && found.until > Date.now()) return found.texts;
  if (kept.size >= MOST_KEPT) kept.clear();
  const texts = loadTexts(call, key, domains);
  kept.set(name, { texts, until: Date.now() + FRESH_MS });
  return texts;
}
