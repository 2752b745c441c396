/**
 * The texts of the first page, in the page itself: it hydrates with exactly what the server rendered, and no request
 * stands between its scripts and its life.
 */
import { createContext } from 'react';
import type { Dictionary } from './texts.ts';

export const INLINE_TEXTS_ID = 'texts';

/** JSON that may stand inside a script element. */
export const InlineTextsContext = createContext('{}');

export function inlineTexts(dictionary: Dictionary): string {
  return JSON.stringify(dictionary).replaceAll('<', '\\u003c');
}
