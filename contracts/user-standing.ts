/** How safe an account is and how far its identity is verified, from the fields of the user. Pages import this module. */
export const KYC_STATES = ['no_auth', 'authing', 'approved'] as const;
export type KycState = (typeof KYC_STATES)[number];
export interface KycStates {
  readonly lv1: KycState;
  readonly lv2: KycState;
}

export const AUTH_LEVEL = { verifying: 0, level1: 1, level2: 2, unverified: 3 } as const;
export type AuthLevel = (typeof AUTH_LEVEL)[keyof typeof AUTH_LEVEL];

export function authLevelOf({ lv1, lv2 }: KycStates): AuthLevel {
  if (lv1 === 'authing' || lv2 === 'authing') return AUTH_LEVEL.verifying;
  if (lv2 === 'approved') return AUTH_LEVEL.level2;
  return lv1 === 'approved' ? AUTH_LEVEL.level1 : AUTH_LEVEL.unverified;
}

/** Level 1 holds while level 2 is looked at. */
export function isKYCL2Authing({ lv1, lv2 }: KycStates): boolean {
  return lv1 === 'approved' && lv2 === 'authing';
}

/** 0: the authenticator is off; 1: it is on. */
export interface AuthenticatorStates {
  readonly googleAuthStatus: 0 | 1;
  readonly emailAuthStatus: 0 | 1;
  readonly mobileAuthStatus: 0 | 1;
}
export type SecurityLevel = 'low' | 'medium' | 'high';

export function securityLevelOf(user: AuthenticatorStates): SecurityLevel {
  const [google, email, mobile] = [user.googleAuthStatus, user.emailAuthStatus, user.mobileAuthStatus];
  if (google === 1) return email === 1 || mobile === 1 ? 'high' : 'low';
  return email === 1 && mobile === 1 ? 'medium' : 'low';
}
