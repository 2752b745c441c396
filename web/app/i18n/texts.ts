/**
 * The source of texts (decision 051): the server's call, which has an operator's changes since the build; if it fails or answers nothing,
 * the dictionary built with the site. The same function serves both sides.
 */
import { request, type Call } from '../api/request.ts';
import type { LocaleKey } from '../addresses/locales.ts';

export type Dictionary = Readonly<Record<string, string>>;

/** One file per language, under /static, asked for only when the call gave nothing. */
const BUILT = import.meta.glob<Dictionary>('../../locales/*/index.ts', { import: 'dictionary' });

export async function loadTexts(call: Call, key: LocaleKey, domains: readonly string[]): Promise<Dictionary> {
  if (domains.length === 0) return {};
  return askTexts(call, key, domains).catch(() => loadBuilt(key));
}

/** Rejects when the call fails, and when it answers nothing. */
export async function askTexts(call: Call, key: LocaleKey, domains: readonly string[]): Promise<Dictionary> {
  const query = { locale: key, domains: domains.join(',') };
  const asked = (await request(call, 'GET /api/locales/agio', { query }))[key];
  if (!asked || Object.keys(asked).length === 0) throw new Error(`no texts came for ${key}`);
  return asked;
}

export async function loadBuilt(key: LocaleKey): Promise<Dictionary> {
  const load = BUILT[`../../locales/${key}/index.ts`];
  return load ? load() : {};
}
