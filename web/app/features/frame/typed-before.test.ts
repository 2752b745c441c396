import { expect, test } from 'vitest';
import { createTypedBefore } from './typed-before.ts';

/** A page that hears keys; answers which of them it did not get to keep for itself. */
function page() {
  const target = new EventTarget();
  const typed = createTypedBefore(target);
  const press = (...keys: readonly string[]): readonly string[] =>
    keys.filter((key) => !target.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key })));
  return { typed, press };
}

test('C30 letters, arrows and Enter that come before the field are kept, and nothing else of the page gets them', () => {
  const { typed, press } = page();
  typed.listen();
  const keys = ['d', 'o', 'x', 'Backspace', 'g', 'e', 'ArrowDown', 'Enter'];
  expect(press(...keys, 'Escape', 'Tab')).toEqual(keys);
  expect(typed.soFar()).toEqual({ text: 'doge', steps: 1, isChosen: true });
});

test('C30 another text begins at its first result, and nothing after Enter changes what was chosen', () => {
  const { typed, press } = page();
  typed.listen();
  press('e', 'ArrowDown', 'ArrowDown', 't');
  expect(typed.soFar()).toEqual({ text: 'et', steps: 0, isChosen: false });
  press('Enter', 'h', 'ArrowDown');
  expect(typed.soFar()).toEqual({ text: 'et', steps: 0, isChosen: true });
});

test('C30 keys that were pressed before the page ran come first', () => {
  const { typed, press } = page();
  typed.listen(['d', 'i', 'Backspace', 'Shift', 'o']);
  press('g');
  expect(typed.soFar()).toEqual({ text: 'dog', steps: 0, isChosen: false });
});

test('C30 once the field takes the keys, and after the dialog was closed, the page has them again', () => {
  const { typed, press } = page();
  typed.listen();
  press('a');
  typed.end();
  expect(press('b', 'Enter')).toEqual([]);
  expect(typed.soFar().text).toBe('a');
  typed.listen()();
  expect(press('c')).toEqual([]);
  expect(typed.soFar().text).toBe('');
});
