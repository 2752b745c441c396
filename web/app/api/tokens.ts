/**
 * Tokens that the page itself holds, in memory only. The session is in a cookie that no script reads; a child account's
 * token is sent beside it in the header `token`, which goes before the cookie.
 */
let child: { readonly isOn: boolean; readonly token: string } = { isOn: false, token: '' };
let captchaVerifyToken = '';

/** Child mode: every call is sent as the child, except those that force the parent. */
export function setChildMode(isOn: boolean, token: string): void {
  child = { isOn, token };
}

export function resetChildMode(): void {
  child = { isOn: false, token: '' };
}

export function keepCaptchaVerifyToken(token: string): void {
  captchaVerifyToken = token;
}

/** The token that a call must use: `child` even outside child mode, `parent` even in it. */
export type TokenChoice = 'child' | 'parent';

export const CAPTCHA_VERIFY_TOKEN = 'captcha-verify-token';
const AUTH_CALL = /^\/auth(-v2)?\//;

export function tokenHeaders(path: string, choice: TokenChoice | undefined): Record<string, string> {
  const isChild = child.token !== '' && choice !== 'parent' && (child.isOn || choice === 'child');
  return {
    ...(isChild ? { token: child.token } : {}),
    ...(captchaVerifyToken !== '' && AUTH_CALL.test(path) ? { [CAPTCHA_VERIFY_TOKEN]: captchaVerifyToken } : {}),
  };
}
