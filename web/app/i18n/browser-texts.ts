/** The one translator of the browser's page, and what it has learned so far. */
import { quietCall } from '../api/client.ts';
import { INLINE_TEXTS_ID } from './inline-texts.ts';
import { createTranslator, translate, type Translate, type Translator } from './translator.ts';
import { barePath, localeOfPath, type LocaleKey } from '../addresses/locales.ts';
import { domainsOf } from './page-domains.ts';
import { loadTexts, type Dictionary } from './texts.ts';

let translator: Translator | null = null;
const known = new Set<string>();

/** Before hydration: from the texts that the server put into the page. */
export function startTranslator(pathname: string): { readonly translator: Translator; readonly inline: string } {
  const { key } = localeOfPath(pathname);
  const inline = document.getElementById(INLINE_TEXTS_ID)?.textContent ?? '{}';
  translator = createTranslator(key, JSON.parse(inline) as Dictionary);
  for (const domain of domainsOf(barePath(pathname))) known.add(`${key} ${domain}`);
  return { translator, inline };
}

/** Loads what a page needs and is not here yet. Resolves when the page can be drawn. */
export async function ensurePageTexts(pathname: string): Promise<void> {
  const { key } = localeOfPath(pathname);
  await ensureDomains(domainsOf(barePath(pathname)), key);
  translator?.speak(key);
}

/** Speaks the language of that page and knows its texts. */
export async function translateOf(pathname: string): Promise<Translate> {
  await ensurePageTexts(pathname);
  return translator?.read() ?? translate(localeOfPath(pathname).key, {});
}

/** In the language that is spoken now: for what speaks outside of React, asked anew for each message. */
export function spokenNow(): Translate {
  return translator?.read() ?? translate(localeOfPath(window.location.pathname).key, {});
}

/** For parts of a page that load later than it. */
export async function ensureDomains(
  domains: readonly string[],
  key: LocaleKey = localeOfPath(window.location.pathname).key,
): Promise<void> {
  const missing = domains.filter((domain) => !known.has(`${key} ${domain}`));
  if (!translator || missing.length === 0) return;
  translator.addTexts(key, await loadTexts(quietCall, key, missing));
  for (const domain of missing) known.add(`${key} ${domain}`);
}
