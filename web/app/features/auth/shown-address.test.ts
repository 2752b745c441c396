import { expect, test } from 'vitest';
import { shownAddress } from './shown-address.ts';

const at = (address: string, origin: string) => shownAddress(new URL(address), origin);

test('the address beside the log-in counts as secure only where the public address is https and the page was asked for there', () => {
  // Behind a proxy that ends TLS the request itself is http.
  expect(at('http://trade.example/login?x=1', 'https://trade.example')).toMatchObject({
    text: 'trade.example/login',
    isSecure: true,
  });
  expect(at('http://localhost:3000/login', 'http://localhost:3000').isSecure).toBe(false);
  expect(at('http://192.0.2.7:3000/login', 'https://trade.example').isSecure).toBe(false);
});

test('the address beside the log-in is the site’s own, whatever host was asked for', () => {
  expect(at('http://evil.example/login', 'https://trade.example')).toMatchObject({
    text: 'trade.example/login',
    isSecure: false,
  });
});
