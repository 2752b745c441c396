import { expect, test } from 'vitest';
import { DEFAULT_DISPLAY, displayCookie, readDisplay } from './display.ts';

const CURRENCIES = ['USD', 'EUR'];

test('E1 an unknown currency in the cookie is ignored', () => {
  expect(readDisplay({ currency: 'XAU' }, CURRENCIES).currency).toBe(DEFAULT_DISPLAY.currency);
});

test('E1 T9 the theme is dark where no cookie says otherwise', () => {
  expect(readDisplay({}, CURRENCIES)).toEqual(DEFAULT_DISPLAY);
  expect(
    readDisplay({ theme: 'sepia', 'text-size': '9000', 'price-colors': '"><script>', currency: 'usd; x' }, CURRENCIES),
  ).toEqual(DEFAULT_DISPLAY);
  expect(DEFAULT_DISPLAY.theme).toBe('dark');
});

test('E1 every choice is read back from its cookie', () => {
  expect(
    readDisplay(
      {
        theme: 'light',
        'price-colors': 'blue-up',
        'text-size': '150',
        currency: 'EUR',
        amounts: 'hidden',
        'small-balances': 'hidden',
        layout: 'pro_left',
        'size-unit': 'amount',
      },
      CURRENCIES,
    ),
  ).toEqual({
    theme: 'light',
    priceColors: 'blue-up',
    textSize: '150',
    currency: 'EUR',
    amounts: 'hidden',
    smallBalances: 'hidden',
    layout: 'pro_left',
    sizeUnit: 'amount',
  });
});

test('E2 amounts of assets are shown unless the cookie hides them', () => {
  expect(readDisplay({}, CURRENCIES).amounts).toBe('shown');
  expect(readDisplay({ amounts: 'hidden' }, CURRENCIES).amounts).toBe('hidden');
  expect(readDisplay({ amounts: 'gone' }, CURRENCIES).amounts).toBe('shown');
});

test('E1 the theme cookie lives one year, on every path, readable by the page', () => {
  const cookie = displayCookie('theme', 'light');
  expect(cookie).toBe('theme=light; path=/; max-age=31536000; samesite=lax');
  expect(cookie).not.toMatch(/httponly/i);
});
