import { expect, test } from 'vitest';
import { isolated, listed } from './isolated.ts';

/** Shows the marks of direction by their names. */
const shown = (text: string): string =>
  text
    .replaceAll('\u2066', '<LRI>')
    .replaceAll('\u2067', '<RLI>')
    .replaceAll('\u2068', '<FSI>')
    .replaceAll('\u2069', '<PDI>');

test.each([
  ['my bot', '<FSI>my bot<PDI>'],
  ['', '<FSI><PDI>'],
  ['a \u2067b\u2069 c', '<FSI>a <RLI>b<PDI> c<PDI>'],
  ['opens \u2067\u2066 and leaves', '<FSI>opens <RLI><LRI> and leaves<PDI><PDI><PDI>'],
  ['\u2069ends\u2069 what it did not begin', '<FSI>ends what it did not begin<PDI>'],
])('ATK-10 %j stands apart from the words around it', (text, marked) => {
  expect(shown(isolated(text))).toBe(marked);
});

test('parts of a line stand apart from each other, so that none takes another one’s place', () => {
  expect(shown(listed(['خرید', '0.01 BTC']))).toBe('<FSI>خرید<PDI> · <FSI>0.01 BTC<PDI>');
});
