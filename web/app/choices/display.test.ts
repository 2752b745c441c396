import { expect, test } from 'vitest';
import { themeToShow } from './display.ts';

test('T9 the theme of the route comes first, then the setting', () => {
  expect(themeToShow('dark', 'light')).toBe('dark');
  expect(themeToShow('light', 'dark')).toBe('light');
  expect(themeToShow(undefined, 'light')).toBe('light');
  expect(themeToShow(undefined, 'dark')).toBe('dark');
});
