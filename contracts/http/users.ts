/** Who a person is here: registering, logging in and out, the user's own fields, API keys. */
import { z } from 'zod';
import { EMAIL_ADDRESS, MOST_KEY_LABEL_LENGTH } from '../account-limits.ts';
import { API_KEY_SCOPES, endpoint } from '../endpoint.ts';
import { freeText, symbol, timeMs } from '../types.ts';
import { KYC_STATES } from '../user-standing.ts';
import { MARKET_KINDS } from '@agio/core/words';

const email = freeText(254).min(3).regex(EMAIL_ADDRESS, 'must be an e-mail address');
/** Length is judged by the handler, so that a short password gets its own sentence. */
const password = z.string().min(1).max(256);
const credentials = z.object({ email, password });
/** `token` is for clients that cannot keep a cookie: they send it back in the header `token`. */
const session = z.object({ uid: z.int(), token: z.string() });

export const register = endpoint({
  method: 'POST',
  path: '/auth-v2/api/v2/auth/register',
  summary: 'Opens an account and logs it in',
  permission: { kind: 'public' },
  body: credentials,
  data: session,
  // A password is hashed: on purpose the dearest there is.
  weight: 25,
});

export const login = endpoint({
  method: 'POST',
  path: '/auth-v2/api/v2/auth/login',
  summary: 'Logs in; an older session of the same browser ends',
  permission: { kind: 'public' },
  body: credentials,
  data: session,
  // A password is hashed: on purpose the dearest there is.
  weight: 25,
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth-v2/api/v2/auth/logout',
  summary: 'Ends the session; its token is dead at once',
  permission: { kind: 'public' },
  data: z.object({}),
});

export const exchangeToken = endpoint({
  method: 'POST',
  path: '/auth-v2/api/v2/auth/token',
  summary: 'A token for the log-in of a websocket, good for one log-in within a minute',
  body: z.object({ showUid: z.boolean().optional() }),
  data: z.object({ token: z.string(), uid: z.int().optional(), expiresAt: timeMs }),
});

/** 0: the authenticator is off; 1: it is on. */
const authenticatorStatus = z.literal([0, 1]);
export const kycLevelStatus = z.enum(KYC_STATES);
const kycStatus = z.object({ lv1: kycLevelStatus, lv2: kycLevelStatus });
/** Rates are fractions as text: "0.001" is 0.1 %. */
const rateInformation = z.object({
  vipLevel: z.int(),
  spotMakerRate: z.string(),
  spotTakerRate: z.string(),
  futureMakerRate: z.string(),
  futureTakerRate: z.string(),
  prizeVipLevel: z.int().nullable(),
  prizeVipexpireTime: timeMs.nullable(),
  originalVipLevel: z.int(),
  isExperience: z.boolean(),
});

/** Which sides of P2P trading are open, and whether it is shown. */
export const p2pSwitch = z.object({ buyPrivilege: z.boolean(), sellPrivilege: z.boolean(), showFlag: z.boolean() });
/** Which earn products are open, and whether they are shown. */
export const earnPermissions = z.object({
  display: z.boolean(),
  msg: z.string(),
  earnPermission: z.boolean(),
  dualPermission: z.boolean(),
  tokenSplashPermission: z.boolean(),
});

/** Every field the specification names for a user; null where there is nothing. */
const user = z.object({
  id: z.int(),
  avatar: z.string().nullable(),
  accountType: z.string(),
  nickName: z.string().nullable(),
  email: z.string(),
  bindEmail: z.boolean(),
  bindPhone: z.boolean(),
  googleAuthStatus: authenticatorStatus,
  emailAuthStatus: authenticatorStatus,
  mobileAuthStatus: authenticatorStatus,
  countryCode: z.string().nullable(),
  antiPhishingCode: z.string().nullable(),
  /** 0 verifying, 1 KYC level 1, 2 KYC level 2, 3 unverified. */
  authLevel: z.literal([0, 1, 2, 3]),
  KycStatus: kycStatus,
  c2cNick: z.string().nullable(),
  tokenExpireHour: z.int(),
  styleSetting: z.string(),
  colorSetting: z.string(),
  contractOpened: z.boolean(),
  hideZeroVal: z.boolean(),
  language: z.string(),
  humanId: z.string().nullable(),
  inviteCodeData: z
    .object({ inviteCode: z.string(), link: z.string(), shareRatio: z.string(), myRatio: z.string() })
    .nullable(),
  rateInformation,
  regTime: timeMs,
  thirdInfo: z.object({ thirdAuthType: z.string(), thirdToken: z.string() }).nullable(),
  thirdEmail: z.string().nullable(),
  p2pShowInfo: p2pSwitch,
  inviteInfo: z
    .object({
      rebateCode: z.string(),
      vipCode: z.string(),
      welfareInvitationLink: z.string(),
      partnerInvitationLink: z.string(),
    })
    .nullable(),
  showFinancial: earnPermissions,
  riskPermissions: z.array(z.string()),
  permissions: z.record(z.string(), z.boolean()),
});
export type User = z.output<typeof user>;

export const getUserInfo = endpoint({
  method: 'GET',
  path: '/web/api/v1/userCenter/getUserInfo',
  summary: 'The fields of the logged-in user',
  data: user,
});

export const userRate = endpoint({
  method: 'GET',
  path: '/web/user/vip/user_rate',
  summary: 'Fee rates and VIP level of the user',
  data: rateInformation,
});

export const kycStatusGet = endpoint({
  method: 'GET',
  path: '/web/user/kyc/status',
  summary: 'Identity verification per level',
  data: kycStatus,
});

/** Addresses and networks (203.0.113.7, 2001:db8::/48); an empty list allows any address. The handler checks each entry. */
const ipList = z.array(z.string().max(50)).max(20);

const apiKey = z.object({
  id: z.int(),
  label: z.string(),
  apiKey: z.string(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  /** From where it may be used; empty: from anywhere. */
  ipList,
  createdAt: timeMs,
  lastUsedAt: timeMs.nullable(),
});

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/web/user/api-key/list',
  summary: 'The user’s API keys, newest first, without their secrets',
  data: z.object({ apiKeys: z.array(apiKey) }),
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/web/user/api-key/create',
  summary: 'Makes an API key; its secret is shown this once',
  body: z.object({
    label: freeText(MOST_KEY_LABEL_LENGTH).min(1),
    scopes: z.array(z.enum(API_KEY_SCOPES)).min(1).max(API_KEY_SCOPES.length).default(['read', 'spot']),
    ipList: ipList.default([]),
  }),
  data: z.object({ id: z.int(), apiKey: z.string(), apiSecret: z.string() }),
});

export const updateApiKey = endpoint({
  method: 'POST',
  path: '/web/user/api-key/update',
  summary: 'Sets from where an API key may be used',
  body: z.object({ id: z.int().positive(), ipList }),
  data: z.object({ ipList }),
});

export const deleteApiKey = endpoint({
  method: 'POST',
  path: '/web/user/api-key/delete',
  summary: 'Ends an API key at once',
  body: z.object({ id: z.int().positive() }),
  data: z.object({}),
});

export const favourites = endpoint({
  method: 'GET',
  path: '/web/optional/api/v1/user/own',
  summary: 'The user’s favourite markets, in the order they were added',
  query: z.object({ type: z.enum(MARKET_KINDS).default('SPOT') }),
  data: z.object({ symbols: z.array(z.string()) }),
});

export const updateFavourite = endpoint({
  method: 'POST',
  path: '/web/optional/update_optional_symbol',
  summary: 'Adds or removes a favourite market',
  body: z.object({ symbol, operationType: z.enum(['ADD', 'DELETE']), type: z.enum(MARKET_KINDS).default('SPOT') }),
  data: z.object({ symbols: z.array(z.string()) }),
});

const notificationsSeenData = z.object({
  /** Fills up to this time were seen; null: nobody has told yet. */
  fillsAt: timeMs.nullable(),
  /** Price alerts that fired up to this one were seen. */
  alertId: z.int().nonnegative().nullable(),
});
export type NotificationsSeen = z.output<typeof notificationsSeenData>;

export const notificationsSeen = endpoint({
  method: 'GET',
  path: '/web/user/notifications/seen',
  summary: 'Up to where the user has seen fills and fired price alerts, on any device',
  data: notificationsSeenData,
});

export const markNotificationsSeen = endpoint({
  method: 'POST',
  path: '/web/user/notifications/seen/update',
  summary:
    'Says what was seen; it only moves on. A time to come counts as now, an alert that has not fired as the newest that has',
  body: z.object({ fillsAt: timeMs.optional(), alertId: z.int().nonnegative().optional() }),
  data: notificationsSeenData,
});

export const withdrawLimit = endpoint({
  method: 'GET',
  path: '/web/user/kyc/withdraw_limit',
  summary: 'What may leave in a day at a verification level, in USDT',
  query: z.object({ userKycTypeCode: freeText(20).optional() }),
  data: z.object({ userKycTypeCode: z.string(), dailyLimit: z.string(), coin: z.string() }),
});

export const nickFreeze = endpoint({
  method: 'GET',
  path: '/web/api/v1/userCenter/default_c2c_nick_freeze',
  summary: 'Until when the P2P nickname cannot be changed',
  data: z.object({ isFrozen: z.boolean(), freezeTime: timeMs.nullable() }),
});

export const securityFreeze = endpoint({
  method: 'GET',
  path: '/web/user/account_security_freeze_time',
  summary: 'Until when withdrawals are frozen after a change of security',
  data: z.object({ isFrozen: z.boolean(), freezeTime: timeMs.nullable() }),
});

/** Config key to display. */
export const assetConfig = endpoint({
  method: 'GET',
  path: '/web/permission/permission-center/asset/config',
  summary: 'Which entries of the asset pages are shown',
  permission: { kind: 'public' },
  data: z.record(z.string(), z.boolean()),
});

const checked = z.object({ allowed: z.boolean(), reason: z.string() });
export const withdrawCheck = endpoint({
  method: 'GET',
  path: '/web/deposit_withdraw/withdraw/check_user',
  summary: 'Whether the user may withdraw',
  data: checked,
});

export const depositCheck = endpoint({
  method: 'GET',
  path: '/web/deposit_withdraw/deposit/check_user',
  summary: 'Whether the user may deposit',
  data: checked,
});

/** What risk control has taken from the user. */
export const riskPermissions = endpoint({
  method: 'GET',
  path: '/web/user/security/risk/permissions',
  summary: 'Limits that risk control put on the user',
  data: z.array(z.string()),
});
