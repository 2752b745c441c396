import { beforeEach, expect, test } from 'vitest';
import { keepCaptchaVerifyToken, resetChildMode, setChildMode, tokenHeaders } from './tokens.ts';

beforeEach(resetChildMode);

test('P2 in child mode calls carry the token of the child, but those that force the parent', () => {
  expect(tokenHeaders('/web/x', undefined)).toEqual({});
  setChildMode(true, 'fast');
  expect(tokenHeaders('/web/x', undefined)).toEqual({ token: 'fast' });
  expect(tokenHeaders('/web/x', 'parent')).toEqual({});
});

test('P2 out of child mode only the calls that ask for it', () => {
  setChildMode(false, 'fast');
  expect(tokenHeaders('/web/x', undefined)).toEqual({});
  expect(tokenHeaders('/web/x', 'child')).toEqual({ token: 'fast' });
  resetChildMode();
  expect(tokenHeaders('/web/x', 'child')).toEqual({});
});

test('P2 the verification of a human goes to the log-in calls only', () => {
  keepCaptchaVerifyToken('proof');
  expect(tokenHeaders('/auth-v2/api/v2/auth/login', undefined)).toEqual({ 'captcha-verify-token': 'proof' });
  expect(tokenHeaders('/auth/x', undefined)).toEqual({ 'captcha-verify-token': 'proof' });
  expect(tokenHeaders('/authority/x', undefined)).toEqual({});
  expect(tokenHeaders('/web/x', undefined)).toEqual({});
});
