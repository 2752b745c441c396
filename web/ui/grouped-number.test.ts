import { expect, test } from 'vitest';
import { caretIn, editedText, groupedText, plainPlace, shownPlace } from './grouped-number.ts';
import { typedNumber } from './typed-number.ts';

test.each([
  ['', ''],
  ['0', '0'],
  ['123', '123'],
  ['1234', '1,234'],
  ['1234567.1234567', '1,234,567.1234567'],
  ['1234.', '1,234.'],
  // Whatever is no plain number in our digits stays as it was typed.
  ['1234,5', '1234,5'],
  ['-1234', '-1234'],
  ['1234e5', '1234e5'],
  ['1234 ', '1234 '],
  ['1234.5.6', '1234.5.6'],
  ['۱۲۳۴', '۱۲۳۴'],
])('V1 %j is shown as %j', (text, shown) => {
  expect(groupedText(text)).toBe(shown);
});

/** The shown text with its caret or selection, what happens, and what is shown then. */
interface Field {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
function fieldOf(drawn: string): Field {
  const start = drawn.indexOf('|');
  const end = drawn.lastIndexOf('|');
  const text = drawn.replaceAll('|', '').replaceAll(',', '');
  expect(groupedText(text)).toBe(drawn.replaceAll('|', ''));
  return { text, start, end: end === start ? start : end - 1 };
}
/** What a browser does to the shown text, and what the field makes of it. */
function afterEdit({ text, start, end }: Field, added: string, [from, to] = [start, end]): string {
  const shown = groupedText(text);
  const after = { text: shown.slice(0, from) + added + shown.slice(to), caret: from + added.length };
  const edited = editedText(text, { start, end }, after)!;
  const next = typedNumber(edited.text, text)!;
  const caret = shownPlace(next, caretIn(next, edited));
  const result = groupedText(next);
  return `${result.slice(0, caret)}|${result.slice(caret)}`;
}

test.each([
  ['123|', '4', '1,234|'],
  ['1|,234', '5', '15|,234'],
  ['1,|234', '5', '15|,234'],
  ['|1,234', '9', '9|1,234'],
  ['1,234|', '.', '1,234.|'],
  ['1,234|', ',', '1234,|'],
  ['1,2|34', 'x', '12x|34'],
  ['1,23|4.5', '9', '12,39|4.5'],
  ['|1,234|', '1,234,567', '1,234,567|'],
  ['|1,234|', '0,5', '0,5|'],
  ['1,|23|4', '', '1|4'],
  ['1|,234,5|67', '8', '1,8|67'],
  ['|1,234|', '.5', '0.5|'],
  ['|999', '0', '|999'],
  ['1,234|', '۵', '12,345|'],
])('V1 %s, then %j typed or pasted, is %s', (drawn, added, expected) => {
  expect(afterEdit(fieldOf(drawn), added)).toBe(expected);
});

test.each([
  // Backspace, which takes the character before the caret, and Delete, which takes the one behind it.
  ['1,234|', -1, '123|'],
  ['1,|234', -1, '|234'],
  ['12,|345', -1, '1|,345'],
  ['12|,345', 1, '1,2|45'],
  ['1,|234', 1, '1|34'],
  ['|1,005', 1, '|5'],
  ['1,234,|567', -1, '123|,567'],
])(
  'V1 %s with one character deleted (%i) is %s: a comma of ours stands for the digit beyond it',
  (drawn, by, expected) => {
    const field = fieldOf(drawn);
    const at = field.start;
    expect(afterEdit(field, '', by < 0 ? [at - 1, at] : [at, at + 1])).toBe(expected);
  },
);

test('V1 a comma alone that was selected and deleted takes no digit with it', () => {
  expect(afterEdit(fieldOf('1|,|234'), '')).toBe('1|,234');
});

test('V1 a text that a browser filled in does not belong to the selection of before, and counts as a whole', () => {
  expect(editedText('1234', { start: 2, end: 2 }, { text: '77', caret: 2 })).toBeNull();
});

test('V1 edits of the shown text are edits of the number: as if there were no groups', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const pieces = ['1', '2', '0', '.', '12', '345', '', ',', '1,234', '-', 'x', '٫', '۷'];
  const reached = { grouped: 0, faulty: 0, inside: 0 };
  let text = '';
  for (let round = 0; round < 20_000; round += 1) {
    const shown = groupedText(text);
    const ends = [random(shown.length + 1), random(shown.length + 1)].toSorted((one, other) => one - other);
    const [start, end] = random(2) === 0 ? [ends[0]!, ends[0]!] : [ends[0]!, ends[1]!];
    const added = pieces[random(pieces.length)]!;
    const [from, to] = [plainPlace(text, start), plainPlace(text, end)];
    const naive = typedNumber(text.slice(0, from) + added + text.slice(to), text);
    const after = { text: shown.slice(0, start) + added + shown.slice(end), caret: start + added.length };
    const edited = editedText(text, { start, end }, after);
    const message = `seed ${seed}, round ${round}: ${shown} ${start}-${end} ${JSON.stringify(added)}`;
    expect(edited, message).not.toBeNull();
    expect(typedNumber(edited!.text, text), message).toBe(naive);
    if (naive !== null) {
      // Behind the caret stands what stood there before, but for zeros that do not count.
      const caret = shownPlace(naive, caretIn(naive, edited!));
      const behind = groupedText(naive).slice(caret).replaceAll(',', '');
      expect(text.slice(to).replaceAll(',', '').endsWith(behind), message).toBe(true);
      reached[groupedText(naive) === naive ? 'faulty' : 'grouped'] += 1;
      if (groupedText(naive) !== naive && behind !== '') reached.inside += 1;
      text = random(40) === 0 ? '' : naive;
    } else text = '';
  }
  expect(Object.entries(reached).filter(([, count]) => count < 100)).toEqual([]);
});
