/** Texts for rendering on the server: asked once, kept a moment. They are the same for everyone. */
import type { Call } from '../api/request.ts';
import { createKeptMoment } from '../api/kept-moment.ts';
import type { LocaleKey } from '../addresses/locales.ts';
import { askTexts, loadBuilt, type Dictionary } from './texts.ts';

/** The most dictionaries that are kept: locales times sets of domains. An operator who changed a text sees it a moment later. */
const kept = createKeptMoment<Dictionary>(500);

export async function serverTexts(call: Call, key: LocaleKey, domains: readonly string[]): Promise<Dictionary> {
  if (domains.length === 0) return {};
  const name = `${key} ${domains.join()}`;
  return kept.read(name, () => askTexts(call, key, domains)).catch(() => loadBuilt(key));
}
