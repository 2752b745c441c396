/**
 * The page of HTTP 429, as parts that the server keeps as bytes: a refused visitor costs no rendering, and the page loads no other file,
 * which would be refused too.
 */
import type { TooManyRequestsPage } from '@agio/contracts/server-context';
import { DEFAULT_LOCALE } from '@agio/contracts/locales';
import tokens from '../../ui/tokens.css?inline';
import { translate } from '../i18n/translator.ts';
import { findLocale, type LocaleKey } from '../addresses/locales.ts';
import { loadBuilt } from '../i18n/texts.ts';

const STYLE = `${tokens}
body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px;box-sizing:border-box;text-align:center;background:var(--canvas);color:var(--text);font:14px/1.5 var(--font)}
h1{margin:0;font-size:28px}p{margin:0;color:var(--muted)}
a{display:inline-flex;align-items:center;height:36px;padding:0 16px;border-radius:4px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}`;

/** In the words that were built with the site: English where the key is none of its languages. */
export async function tooManyRequestsPage(key: string): Promise<TooManyRequestsPage> {
  const locale = findLocale(key) ?? findLocale(DEFAULT_LOCALE)!;
  const t = translate(locale.key as LocaleKey, await loadBuilt(locale.key));
  const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return {
    style: STYLE,
    parts: [
      `<!DOCTYPE html><html lang="${locale.tag}" dir="${locale.direction}" data-theme="`,
      `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${html(t('response.error.status_429'))}</title><style>${STYLE}</style></head><body><h1>429</h1><p>`,
      `</p><a href="">${html(t('errors.refresh'))}</a></body></html>`,
    ],
    sentence: (seconds) => html(t('errors.code_40029', { seconds })),
  };
}
