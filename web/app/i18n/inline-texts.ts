/** The texts of the first page, inside the page itself: it hydrates with exactly what the server rendered, without another request. */
import { createContext } from 'react';
import type { Dictionary } from './texts.ts';

export const INLINE_TEXTS_ID = 'texts';

/** JSON that may stand inside a script element. */
export const InlineTextsContext = createContext('{}');

export function inlineTexts(dictionary: Dictionary): string {
  return JSON.stringify(dictionary).replaceAll('<', '\\u003c');
}
