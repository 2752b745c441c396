import { expect, test } from 'vitest';
import { actionOf, DEFAULT_KEYMAP, keymapOf, pressText, refusalOf, type Press } from './hotkeys.ts';

const press = (part: Partial<Press>): Press => ({
  key: 'b',
  code: 'KeyB',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...part,
});

test('a press is a text, whatever the language of the keyboard', () => {
  expect(pressText(press({}))).toBe('B');
  expect(pressText(press({ key: 'B' }))).toBe('B');
  expect(pressText(press({ key: 'и', code: 'KeyB' }))).toBe('B');
  expect(pressText(press({ key: 'C', code: 'KeyC', shiftKey: true }))).toBe('Shift+C');
  expect(pressText(press({ key: 'С', code: 'KeyC', shiftKey: true }))).toBe('Shift+C');
  expect(pressText(press({ key: 'Escape', code: 'Escape' }))).toBe('Escape');
});

test("what belongs to the browser is no key of the terminal's", () => {
  expect(pressText(press({ ctrlKey: true }))).toBeNull();
  expect(pressText(press({ metaKey: true }))).toBeNull();
  expect(pressText(press({ altKey: true }))).toBeNull();
  expect(pressText(press({ key: 'Shift', code: 'ShiftLeft', shiftKey: true }))).toBeNull();
});

test('a key means one action at most', () => {
  expect(actionOf(DEFAULT_KEYMAP, 'Shift+C')).toBe('cancel_all');
  expect(actionOf(DEFAULT_KEYMAP, 'C')).toBeNull();
  expect(refusalOf(DEFAULT_KEYMAP, 'buy', 'S')).toBe('used');
  expect(refusalOf(DEFAULT_KEYMAP, 'buy', 'B')).toBeNull();
  expect(refusalOf(DEFAULT_KEYMAP, 'buy', '/')).toBe('taken');
  expect(refusalOf(DEFAULT_KEYMAP, 'buy', 'Enter')).toBe('taken');
});

test('what the device kept counts where it is whole, and never moves Enter or Escape', () => {
  expect(keymapOf(null)).toEqual(DEFAULT_KEYMAP);
  expect(keymapOf({ buy: 'Q' })).toEqual({ ...DEFAULT_KEYMAP, buy: 'Q' });
  expect(keymapOf({ buy: 'S' })).toEqual(DEFAULT_KEYMAP);
  expect(keymapOf({ send: 'X', buy: 7 })).toEqual(DEFAULT_KEYMAP);
});
