import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LOCALES = join(import.meta.dirname, '../../../locales');

/** Words between spaces: “Schnell” is no word of “Schnellhandel”, and who says it to a computer would not press the button. */
function wordsOf(text: string): string {
  // Letters without the marks above and below them, which Persian adds to a word that another one follows.
  const letters = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[:：\p{M}]/gu, '');
  return ` ${letters.split(/\s+/).join(' ')} `;
}

test.each(readdirSync(LOCALES).filter((name) => !name.endsWith('.json')))(
  'WCAG 2.5.3 in %s the names of the trade link and the quick button hold the words that stand on them',
  (locale) => {
    const texts = JSON.parse(readFileSync(join(LOCALES, locale, 'market.json'), 'utf8')) as Record<string, string>;
    for (const [shown, name] of [
      ['market.quick', 'market.quick_trade'],
      ['market.trade', 'market.trade_pair'],
    ] as const)
      expect(wordsOf(texts[name]!)).toContain(wordsOf(texts[shown]!));
  },
);
