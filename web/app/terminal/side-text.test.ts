import { expect, test } from 'vitest';
import type { Translate } from '../i18n/translator.ts';
import { sideText } from './side-text.ts';

const t = ((key: string) => key) as unknown as Translate;

test.each([
  ['BUY', undefined, 'terminal.side_BUY'],
  ['SELL', 'BOTH', 'terminal.side_SELL'],
  ['BUY', 'LONG', 'terminal.open_BUY'],
  ['SELL', 'LONG', 'terminal.close_SELL'],
  ['SELL', 'SHORT', 'terminal.open_SELL'],
  ['BUY', 'SHORT', 'terminal.close_BUY'],
] as const)('B3 a %s whose position side is %s is called %s', (side, positionSide, key) => {
  expect(sideText(t, { side, positionSide })).toBe(key);
});
