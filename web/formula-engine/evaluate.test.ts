import { describe, expect, test } from 'vitest';
import { evaluateFormula, FORMULA_ERRORS } from './evaluate.ts';

const text = (formula: string, values: Record<string, unknown> = {}) => evaluateFormula(formula, values, 'none').text;

describe('V6 arithmetic', () => {
  test.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['0.1 + 0.2', '0.3'],
    ['1 / 3 * 3', '1'],
    ['10 / 4', '2.5'],
    ['2 / 3', '0.66666666666666666667'],
    ['1.1 * 1.1', '1.21'],
    ['12345678901234567890 + 0.00000001', '12345678901234567890.00000001'],
    ['2 ^ 10', '1024'],
    ['2 ^ -2', '0.25'],
    ['2 ^ 3 ^ 2', '64'],
    ['-2 ^ 2', '4'],
    ['4 ^ 0.5', '2'],
    ['10 - 2 - 3', '5'],
    ['- - 3', '3'],
    ['=1+1', '2'],
    ['1e3 + .5', '1000.5'],
  ])('V6 %s is %s', (formula, expected) => expect(text(formula)).toBe(expected));

  test.each([
    ['1 < 2', 'TRUE'],
    ['"10" > 9', 'TRUE'],
    ['"b" > "a"', 'TRUE'],
    ['"A" = "a"', 'TRUE'],
    ['1 <> 1.0', 'FALSE'],
    ['2 >= 2', 'TRUE'],
    ['2 <= 1', 'FALSE'],
    ['(1 = 1) + 1', '2'],
  ])('V6 the comparison %s is %s', (formula, expected) => expect(text(formula)).toBe(expected));

  test('V6 & joins texts and comes before comparison, after the sums', () => {
    expect(text('"up to " & 1 + 1 & "x"')).toBe('up to 2x');
    expect(text('"say ""hi"""')).toBe('say "hi"');
    expect(text("'it''s'")).toBe("it's");
  });
});

describe('V6 functions', () => {
  test.each([
    ['MAX(1, 3, 2)', '3'],
    ['MIN(4, -3, 2)', '-3'],
    ['SUM(0.1, 0.2, "0.3")', '0.6'],
    ['ABS(-2.5)', '2.5'],
    ['SQRT(2.25)', '1.5'],
    ['SQRT(2)', '1.4142135623730950488'],
    ['ROUND(2.5)', '3'],
    ['ROUND(-2.5, 0)', '-3'],
    ['ROUND(1.005, 2)', '1.01'],
    ['ROUND(1234, -2)', '1200'],
    ['ROUNDUP(1.001, 2)', '1.01'],
    ['ROUNDUP(-1.001, 2)', '-1.01'],
    ['ROUNDDOWN(1.999, 2)', '1.99'],
    ['ROUNDDOWN(-1.999, 0)', '-1'],
    ['IF(1 > 2, "a", "b")', 'b'],
    ['IF(0, 1)', 'FALSE'],
    ['if(true, 1, 2)', '1'],
    ['TEXT(1234567.891, "#,##0.00")', '1,234,567.89'],
    ['TEXT(0.125, "0.0%")', '12.5%'],
    ['TEXT(5, "000")', '005'],
    ['TEXT(0.5, "#.##")', '.5'],
    ['TEXT(-3.14159, "$0.00")', '-$3.14'],
    ['REPT("ab", 3)', 'ababab'],
    ['REPT("ab", 0)', ''],
    ['VALUE("1,234.50")', '1234.5'],
    ['VALUE("12.5%")', '0.125'],
  ])('V6 %s is %s', (formula, expected) => expect(text(formula)).toBe(expected));

  test('V6 IF computes only the branch it takes', () => {
    expect(text('IF({n} = 0, 0, 1 / {n})', { n: 0 })).toBe('0');
    expect(text('IF({n} = 0, 0, 1 / {n})', { n: 4 })).toBe('0.25');
  });
});

describe('V6 placeholders', () => {
  test('V6 a number or a text is taken; text that is a number counts as one', () => {
    expect(text('{amount} * {rate}', { amount: '97142.60', rate: 0.1 })).toBe('9714.26');
    expect(text('"Hi " & { name }', { name: 'Ada' })).toBe('Hi Ada');
    expect(text('{x} + 1', { x: 1e-7 })).toBe('1.0000001');
  });
  test.each([[undefined], [null], [true], [{}], [[1]], [Number.NaN], [Number.POSITIVE_INFINITY], [10n]])(
    'V6 a placeholder that is %s gives the default result',
    (value) => expect(evaluateFormula('1 + {x}', { x: value }, 'n/a')).toEqual({ kind: 'default', text: 'n/a' }),
  );
  test('V6 a missing placeholder gives the default result, also in a branch not taken and under an inherited name', () => {
    expect(evaluateFormula('IF(1, 2, {x})', {}, '–')).toEqual({ kind: 'default', text: '–' });
    expect(evaluateFormula('{toString}', {}, '–')).toEqual({ kind: 'default', text: '–' });
  });
  test('V6 the text of a placeholder is never read as a formula', () => {
    expect(text('{x}', { x: '1+1' })).toBe('1+1');
    expect(text('{x} + 1', { x: 'SUM(1)' })).toBe('#N/A');
  });
});

describe('V6 errors', () => {
  test('V6 the texts are exact', () => {
    expect(Object.values(FORMULA_ERRORS)).toEqual(['#DIV/0!', '#REF!', '#N/A', '#UNKOWN!', 'not support, operate %']);
  });
  test.each([
    ['1 / 0', '#DIV/0!'],
    ['0 ^ -1', '#DIV/0!'],
    ['1 / (0.3 - 0.1 - 0.2)', '#DIV/0!'],
    ['MEDIAN(1, 2)', '#REF!'],
    ['amount + 1', '#REF!'],
    ['CONSTRUCTOR(1)', '#REF!'],
    ['"a" + 1', '#N/A'],
    ['SQRT(-1)', '#N/A'],
    ['VALUE("abc")', '#N/A'],
    ['VALUE("1,5")', '#N/A'],
    ['ROUND()', '#N/A'],
    ['ROUND(1, 2, 3)', '#N/A'],
    ['9 ^ (9 ^ 9)', '#N/A'],
    ['REPT("x", 1000000)', '#N/A'],
    ['TEXT(1, "yyyy")', '#N/A'],
    ['', '#UNKOWN!'],
    ['1 +', '#UNKOWN!'],
    ['(1', '#UNKOWN!'],
    ['1 2', '#UNKOWN!'],
    ['SUM(1,)', '#UNKOWN!'],
    ['"open', '#UNKOWN!'],
    ['{}', '#UNKOWN!'],
    ['alert`1`', '#UNKOWN!'],
    ['7 % 2', 'not support, operate %'],
    ['50%', 'not support, operate %'],
    ['50% * {x}', 'not support, operate %'],
  ])('V6 %s answers %s', (formula, expected) =>
    expect(evaluateFormula(formula, { x: 1 })).toEqual({ kind: 'error', text: expected }),
  );
  test('V6 a text that is too long or too deep is refused as a formula', () => {
    expect(text('1+'.repeat(999) + '1')).toBe('1000');
    expect(text('1+'.repeat(1_000) + '1')).toBe('#UNKOWN!');
    expect(text('('.repeat(60) + '1' + ')'.repeat(60))).toBe('1');
    expect(text('('.repeat(900) + '1' + ')'.repeat(900))).toBe('#UNKOWN!');
  });
});
