import { expect, test } from 'vitest';
import { cleanEmail, emailKey, isEmail } from './email.ts';

test.each([
  ['full-width letters', '\uff41nn@example.com'],
  ['a zero-width space', 'an\u200bn@example.com'],
  ['a zero-width joiner', 'ann\u200d@example.com'],
  ['a byte order mark', '\ufeffann@example.com'],
  ['a soft hyphen', 'an\u00adn@example.com'],
  ['an override of the direction', '\u202eann@example.com'],
  ['an isolate of the direction', '\u2066ann\u2069@example.com'],
  ['a variation selector', 'ann\ufe0f@example.com'],
  ['a Hangul filler', 'ann\u3164@example.com'],
  ['a tag character', 'ann\u{e0041}@example.com'],
  ['upper case', 'ANN@Example.COM'],
  ['an ideographic full stop of full width', 'ann@example\uff0ecom'],
])('ATK-7 an address with %s is the plain one', (_, address) => {
  expect(emailKey(address)).toBe('ann@example.com');
});

test('ATK-7 other letters stay other letters, a composed one and its parts are one', () => {
  expect(emailKey('j\u00fcrgen@example.com')).toBe(emailKey('ju\u0308rgen@example.com'));
  expect(emailKey('j\u00fcrgen@example.com')).not.toBe(emailKey('jurgen@example.com'));
  expect(cleanEmail(' Ann.Smith+x@Example.com ')).toBe('Ann.Smith+x@Example.com');
  for (const address of ['\u0130x@example.com', '\ufb01@example.com', '\u1e9e@example.com', 'ann@example.com'])
    expect(emailKey(emailKey(address)), address).toBe(emailKey(address));
});

test('ATK-7 a text that is no valid address after cleaning is refused', () => {
  expect(isEmail(cleanEmail('ann@example.com'))).toBe(true);
  for (const odd of ['a\uff20b@example.com', 'ann\u200b@\u200b', '\u200b@example.com'])
    expect(isEmail(cleanEmail(odd)), odd).toBe(false);
});
