import { expect, test } from 'vitest';
import { decimal } from './decimal.ts';
import { isPlainNumber, NUMBER_CHARACTERS, numberFault, typedNumber } from './typed-number.ts';

/** Numbers as users of all our languages type them, and the text that the field keeps. */
test.each([
  // Digits and one dot, in whatever digits.
  ['0.5', '0.5', null],
  ['12345.678', '12345.678', null],
  ['.5', '0.5', null],
  ['5.', '5.', null],
  ['007', '7', null],
  ['', '', null],
  ['  3.25 ', '3.25', null],
  ['１２．５', '12.5', null],
  ['۱۲٫۵', '12.5', null],
  ['١٢٫٥', '12.5', null],
  ['१२.५', '12.5', null],
  ['๑๒.๕', '12.5', null],
  ['𝟏𝟐.𝟗', '12.9', null],
  ['\u200e65000\u202c', '65000', null],
  // Thousands, in groups.
  ['1,234.5', '1234.5', null],
  ['12,345,678', '12345678', null],
  ['۱٬۲۳۴٫۵', '1234.5', null],
  ['１，２３４', '1234', null],
  // Any other comma stays: it may be meant as a decimal mark (de, fr, es, pt, it, pl, ru, uk, tr, uz, vi, id).
  ['0,5', '0,5', 'comma'],
  ['1,5', '1,5', 'comma'],
  ['0,123', '0,123', 'comma'],
  ['1,23', '1,23', 'comma'],
  ['1,2345', '1,2345', 'comma'],
  ['1234,567', '1234,567', 'comma'],
  ['1.234,56', '1.234,56', 'comma'],
  ['12,34,567', '12,34,567', 'comma'],
  ['1,234,', '1,234,', 'comma'],
  [',5', ',5', 'comma'],
  // Signs, exponents, letters, blanks, a second dot.
  ['-1', '-1', 'characters'],
  ['+1', '+1', 'characters'],
  ['−1', '−1', 'characters'],
  ['1e5', '1e5', 'characters'],
  ['0x10', '0x10', 'characters'],
  ['1.2.3', '1.2.3', 'characters'],
  ['1.234.567', '1.234.567', 'characters'],
  ['1 234', '1 234', 'characters'],
  ['1\u202f234', '1\u202f234', 'characters'],
  ["1'234", "1'234", 'characters'],
  ['5 SOL', '5 SOL', 'characters'],
  ['abc', 'abc', 'characters'],
  ['1²', '1²', 'characters'],
  ['½', '½', 'characters'],
  ['五', '五', 'characters'],
] as const)('V1 %j is held as %j, with the fault %s', (typed, text, fault) => {
  expect([typedNumber(typed, ''), numberFault(text, 8)]).toEqual([text, fault]);
});

test.each([
  ['1.239', 2, 'decimals'],
  ['1.2300', 2, null],
  ['1.23', 2, null],
  ['12.5', 0, 'whole'],
  ['12.', 0, 'whole'],
  // No dot is asked for where the next sentence would refuse it.
  ['1,5', 0, 'whole'],
  ['1,5', 2, 'comma'],
  ['-1', 0, 'whole'],
  ['1e2', 0, 'whole'],
  ['-1', 2, 'characters'],
  ['12', 0, null],
] as const)('V1 %j where %i decimals count has the fault %s', (text, decimals, fault) => {
  expect(numberFault(text, decimals)).toBe(fault);
});

test.each(['', '2', '7', '12345.678', '1234567890123', 'abc', '1 2', ' 7'])(
  'V1 a text pasted over %j loses the blanks around it, which changes no number, and only those',
  (before) => {
    for (const blank of [' ', '  ', '\t', '\u00a0', '\u202f\n']) {
      expect(typedNumber(`${blank}21.5${blank}`, before)).toBe('21.5');
      expect(typedNumber(`${blank}1,234.5${blank}`, before)).toBe('1234.5');
      expect(typedNumber(`${blank}3${blank}4${blank}`, before)).toBe(`3${blank}4`);
      expect([typedNumber(`${blank}0.5.${blank}`, before), numberFault('0.5.', 8)]).toEqual(['0.5.', 'characters']);
    }
  },
);

test('V1 a blank before a number goes at once; the digits after it make the number that is seen', () => {
  expect([typedNumber(' ', ''), typedNumber(' 5', '5'), typedNumber(' 25', ' 5')]).toEqual(['', '5', '25']);
});

test('V1 a typed blank stays, so that the digits after it do not make another number', () => {
  expect(typedNumber('1 ', '1')).toBe('1 ');
  expect([typedNumber('1 2', '1 '), numberFault('1 2', 8)]).toEqual(['1 2', 'characters']);
});

test('V1 a field holds 13 characters; longer input is not taken, and the text before stays', () => {
  expect(NUMBER_CHARACTERS).toBe(13);
  expect(typedNumber('1234567890123', '')).toBe('1234567890123');
  expect(typedNumber('12345678901234', '1234567890123')).toBeNull();
  expect(typedNumber('99999999999999', '5')).toBeNull();
  // Groups are no characters of the number.
  expect(typedNumber('1,234,567,890,123', '')).toBe('1234567890123');
  // A text set by a slider or the whole balance may be longer; it can be shortened.
  expect(typedNumber('1234567.1234567', '1234567.12345678')).toBe('1234567.1234567');
});

const ALPHABET = [...'0123456789..,,-+ eE۱٫٬٣１．，xأ\u0000\u200e😀'];

type Random = (below: number) => number;
const ofLetters = (random: Random): string =>
  Array.from({ length: random(18) }, () => ALPHABET[random(ALPHABET.length)]).join('');
/** Groups of two to four digits, mostly three, with the commas and dots of several keyboards. */
const ofGroups = (random: Random): string => {
  const digits = (count: number): string => Array.from({ length: count }, () => '0123456789۱１'[random(12)]).join('');
  const groups = Array.from(
    { length: random(3) },
    () => ',٬，'[random(3)]! + digits(random(8) === 0 ? 2 + random(3) : 3),
  );
  return digits(1 + random(4)) + groups.join('') + (random(2) === 0 ? `.${digits(random(4))}` : '');
};

test('V1 no typed text becomes another number: what counts says the same in the digits and marks that were typed', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const reached = { plain: 0, grouped: 0, faulty: 0, refused: 0 };
  for (let round = 0; round < 20_000; round += 1) {
    const typed = random(2) === 0 ? ofLetters(random) : ofGroups(random);
    const text = typedNumber(typed, '');
    const message = `seed ${seed}: ${JSON.stringify(typed)} became ${JSON.stringify(text)}`;
    if (text === null) {
      reached.refused += 1;
      continue;
    }
    // Typing on, or leaving and coming back, changes nothing by itself.
    expect(typedNumber(text, text), message).toBe(text);
    if (text === '' || !isPlainNumber(text)) {
      reached.faulty += 1;
      continue;
    }
    const read = naiveReading(typed);
    expect(read, message).not.toBeNull();
    expect(decimal(text, 20), message).toBe(read);
    reached[/[,٬，]/.test(typed) ? 'grouped' : 'plain'] += 1;
  }
  expect(Object.entries(reached).filter(([, count]) => count === 0)).toEqual([]);
});

/** In units of 10^-20, digit by digit; null where a person could read it in two ways or in none. */
function naiveReading(typed: string): bigint | null {
  const digits: Readonly<Record<string, string>> = {
    '۱': '1',
    '٣': '3',
    '１': '1',
    '٫': '.',
    '．': '.',
    '٬': ',',
    '，': ',',
  };
  const characters = [...typed.trim()].filter((one) => one !== '\u200e').map((one) => digits[one] ?? one);
  const plain = characters.join('').trim();
  const [whole = '', fraction = '', ...more] = plain.split('.');
  const groups = whole.split(',');
  if (more.length > 0 || /[^0-9]/.test(fraction) || groups.some((group) => /[^0-9]/.test(group))) return null;
  if (groups.length > 1) {
    const [first = '', ...others] = groups;
    if (first === '' || first.length > 3 || first.startsWith('0') || others.some(({ length }) => length !== 3))
      return null;
  }
  if (whole === '' && fraction === '') return plain === '.' ? 0n : null;
  return BigInt(groups.join('') + fraction.padEnd(20, '0'));
}
