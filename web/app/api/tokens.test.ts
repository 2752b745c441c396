import { afterEach, expect, test } from 'vitest';
import { keepCaptchaVerifyToken, resetChildMode, setChildMode, tokenHeaders } from './tokens.ts';

afterEach(() => {
  resetChildMode();
  keepCaptchaVerifyToken('');
});

test('P2 in child mode every call is sent as the child, except those that force the parent', () => {
  expect(tokenHeaders('/web/x', undefined)).toEqual({});
  setChildMode(true, 'child');
  expect(tokenHeaders('/web/x', undefined)).toEqual({ token: 'child' });
  expect(tokenHeaders('/web/x', 'parent')).toEqual({});
  resetChildMode();
  expect(tokenHeaders('/web/x', 'child')).toEqual({});
});

test('P2 out of child mode a call may ask for the child', () => {
  setChildMode(false, 'child');
  expect(tokenHeaders('/web/x', undefined)).toEqual({});
  expect(tokenHeaders('/web/x', 'child')).toEqual({ token: 'child' });
});

test('X1 the captcha-verify token is kept and sent with the calls of identity only', () => {
  keepCaptchaVerifyToken('biz');
  const sent = { 'captcha-verify-token': 'biz' };
  expect(tokenHeaders('/auth/api/v1/humancode/bizStatus', undefined)).toEqual(sent);
  expect(tokenHeaders('/auth-v2/api/v2/auth/login', undefined)).toEqual(sent);
  expect(tokenHeaders('/web/api/v1/userCenter/getUserInfo', undefined)).toEqual({});
  expect(tokenHeaders('/authors/x', undefined)).toEqual({});
});
