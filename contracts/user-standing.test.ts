import { expect, test } from 'vitest';
import { authLevelOf, isKYCL2Authing, type KycState, securityLevelOf } from './user-standing.ts';

test.each<[KycState, KycState, number, boolean]>([
  ['no_auth', 'no_auth', 3, false],
  ['no_auth', 'authing', 0, false],
  ['no_auth', 'approved', 2, false],
  ['authing', 'no_auth', 0, false],
  ['authing', 'authing', 0, false],
  ['authing', 'approved', 0, false],
  ['approved', 'no_auth', 1, false],
  ['approved', 'authing', 0, true],
  ['approved', 'approved', 2, false],
])('T3 E3 level 1 %s and level 2 %s give authLevel %i, isKYCL2Authing %s', (lv1, lv2, level, isAuthing) => {
  expect(authLevelOf({ lv1, lv2 })).toBe(level);
  expect(isKYCL2Authing({ lv1, lv2 })).toBe(isAuthing);
});

test.each([
  [0, 0, 0, 'low'],
  [0, 0, 1, 'low'],
  [0, 1, 0, 'low'],
  [0, 1, 1, 'medium'],
  [1, 0, 0, 'low'],
  [1, 0, 1, 'high'],
  [1, 1, 0, 'high'],
  [1, 1, 1, 'high'],
] as const)(
  'E4 google %i, e-mail %i, mobile %i: %s',
  (googleAuthStatus, emailAuthStatus, mobileAuthStatus, expected) => {
    expect(securityLevelOf({ googleAuthStatus, emailAuthStatus, mobileAuthStatus })).toBe(expected);
  },
);
