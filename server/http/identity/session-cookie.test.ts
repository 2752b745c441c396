import { expect, test } from 'vitest';
import { deviceCookie, sessionCookie } from './session-cookie.ts';

test.each([
  ['session', sessionCookie, 'token'],
  ['device', deviceCookie, 'device'],
] as const)('ATK-8 the %s cookie is HttpOnly and lax; on https bound to the host and Secure', (_, cookie, name) => {
  const year = 'Max-Age=31536000';
  expect(cookie('agio', true).serialize('x')).toBe(
    `__Host-agio-${name}=x; Path=/; HttpOnly; SameSite=Lax; Secure; ${year}`,
  );
  expect(cookie('agio', false).serialize('x')).toBe(`agio-${name}=x; Path=/; HttpOnly; SameSite=Lax; ${year}`);
  expect(cookie('agio', true).serialize(null)).toBe(
    `__Host-agio-${name}=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0`,
  );
});
