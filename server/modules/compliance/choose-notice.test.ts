import { expect, test } from 'vitest';
import { chooseNotice, joinCountries, type Notice } from './choose-notice.ts';

const notice = (countries: string, locale = 'en-us'): Notice => ({
  countries,
  locale,
  display: true,
  title: `${countries || 'all'} ${locale}`,
  content: 'text',
  button: 'OK',
});
const NOTICES = [notice(''), notice('', 'fa-ir'), notice('CU,IR,KP'), notice('CU,IR,KP', 'fa-ir'), notice('IR')];

test.each([
  ['FR', 'en-us', 'all en-us'],
  ['FR', 'fa-ir', 'all fa-ir'],
  ['FR', 'de-de', 'all en-us'],
  [null, 'en-us', 'all en-us'],
  ['CU', 'fa-ir', 'CU,IR,KP fa-ir'],
  ['IR', 'fa-ir', 'IR en-us'],
])('C36 the notice of %s in %s is "%s"', (country, locale, title) => {
  expect(chooseNotice(NOTICES, country, locale)?.title).toBe(title);
});

test('C36 a place without a notice gets none', () => {
  expect(chooseNotice([notice('IR')], 'FR', 'en-us')).toBeNull();
  expect(chooseNotice([notice('IR')], null, 'en-us')).toBeNull();
  expect(chooseNotice([notice('IR', 'fa-ir')], 'IR', 'en-us')).toBeNull();
});

test('a set of countries is one set in whatever order and however often they are named', () => {
  expect(joinCountries(['KP', 'IR', 'CU', 'IR'])).toBe('CU,IR,KP');
});
