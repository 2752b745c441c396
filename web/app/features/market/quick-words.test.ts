import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LOCALES = join(import.meta.dirname, '../../../locales');

test.each(readdirSync(LOCALES).filter((name) => !name.endsWith('.json')))(
  'WCAG 2.5.3 in %s the name of the quick button holds the word that stands on it',
  (locale) => {
    const words = JSON.parse(readFileSync(join(LOCALES, locale, 'market.json'), 'utf8')) as Record<string, string>;
    expect(words['market.quick_trade']!.toLowerCase()).toContain(words['market.quick']!.toLowerCase());
  },
);
