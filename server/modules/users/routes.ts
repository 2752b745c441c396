/** The calls about a person: account, session, own fields, API keys. */
import { implement, type ApiKeyScope, type ReplyControl, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import { authLevelOf, type KycStates } from '@agio/contracts/user-standing';
import * as contract from '@agio/contracts/http/users';
import type { Db } from '../../store/index.ts';
import type { ApiKeys } from './keys/api-keys.ts';
import { favouriteRoutes } from './favourites.ts';
import { notificationsSeenRoutes } from './notifications-seen.ts';
import { feeTierOf, rateInformation } from './ledger/fee-tiers.ts';
import { userById, type UserRow } from './repo.ts';
import type { Accounts, LoggedIn } from './service.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Identity verification is not built: nobody has begun one. */
const UNVERIFIED: KycStates = { lv1: 'no_auth', lv2: 'no_auth' };

export function userRoutes(db: Db, accounts: Accounts, sessions: Sessions, apiKeys: ApiKeys): Route[] {
  const ratesOf = async (uid: number): Promise<contract.User['rateInformation']> =>
    rateInformation(await feeTierOf(db, uid), Date.now());
  return [
    implement(contract.register, async ({ body, caller, reply }) => {
      return letIn(await accounts.register(body.email, body.password, caller), reply);
    }),
    implement(contract.login, async ({ body, caller, reply }) => {
      return letIn(await accounts.login(body.email, body.password, caller), reply);
    }),
    implement(contract.logout, async ({ caller, reply }) => {
      if (caller.sessionId) await sessions.end(caller.sessionId);
      reply.setSession(null);
      return {};
    }),
    implement(contract.exchangeToken, async ({ body, caller }) => {
      const opened = await sessions.openExchangeToken(caller.uid, caller.sessionId);
      return body.showUid ? { ...opened, uid: caller.uid } : opened;
    }),
    implement(contract.getUserInfo, async ({ caller }) => {
      const user = await userById(db, caller.uid);
      if (!user) throw new Refusal('NOT_LOGGED_IN');
      return userFields(user, await ratesOf(caller.uid));
    }),
    implement(contract.userRate, ({ caller }) => ratesOf(caller.uid)),
    implement(contract.kycStatusGet, async () => UNVERIFIED),
    ...apiKeyRoutes(apiKeys),
    ...favouriteRoutes(db),
    ...notificationsSeenRoutes(db),
    ...permissionRoutes(),
  ];
}

function letIn({ device, ...session }: LoggedIn, reply: ReplyControl): { uid: number; token: string } {
  reply.setSession(session.token);
  reply.setDevice(device);
  return session;
}

/** What the user may do, as far as it is decided yet: nothing is frozen, and no chain is attached. */
function permissionRoutes(): Route[] {
  const closed = { allowed: false, reason: 'No chain is attached to this exchange.' };
  const free = { isFrozen: false, freezeTime: null };
  return [
    implement(contract.withdrawLimit, async ({ query }) => ({
      userKycTypeCode: query.userKycTypeCode ?? '',
      dailyLimit: '0',
      coin: 'USDT',
    })),
    implement(contract.nickFreeze, async () => free),
    implement(contract.securityFreeze, async () => free),
    implement(contract.assetConfig, async () => ({ deposit: false, withdraw: false, transfer: true })),
    implement(contract.withdrawCheck, async () => closed),
    implement(contract.depositCheck, async () => closed),
    implement(contract.riskPermissions, async () => []),
  ];
}

function apiKeyRoutes(apiKeys: ApiKeys): Route[] {
  return [
    implement(contract.listApiKeys, async ({ caller }) => ({
      apiKeys: (await apiKeys.list(caller.uid)).map((key) => ({
        id: key.id,
        label: key.label,
        apiKey: key.apiKey,
        scopes: key.scopes as ApiKeyScope[],
        ipList: [...key.ipList],
        createdAt: key.createdAtMs,
        lastUsedAt: key.lastUsedAtMs,
      })),
    })),
    implement(contract.createApiKey, ({ body, caller }) =>
      apiKeys.create(caller.uid, body.label, body.scopes, body.ipList),
    ),
    implement(contract.updateApiKey, async ({ body, caller }) => ({
      ipList: await apiKeys.restrict(caller.uid, body.id, body.ipList),
    })),
    implement(contract.deleteApiKey, async ({ body, caller }) => {
      await apiKeys.delete(caller.uid, body.id);
      return {};
    }),
  ];
}

function userFields(user: UserRow, rates: contract.User['rateInformation']): contract.User {
  return {
    id: user.uid,
    avatar: null,
    accountType: 'NORMAL',
    nickName: user.nickName,
    email: user.email,
    bindEmail: true,
    bindPhone: false,
    googleAuthStatus: 0,
    emailAuthStatus: 0,
    mobileAuthStatus: 0,
    countryCode: null,
    antiPhishingCode: null,
    authLevel: authLevelOf(UNVERIFIED),
    KycStatus: UNVERIFIED,
    c2cNick: null,
    tokenExpireHour: user.tokenExpireHour,
    styleSetting: 'dark',
    colorSetting: 'green-up',
    contractOpened: false,
    hideZeroVal: false,
    language: user.language,
    humanId: null,
    inviteCodeData: null,
    rateInformation: rates,
    regTime: user.createdAtMs,
    thirdInfo: null,
    thirdEmail: null,
    p2pShowInfo: { buyPrivilege: false, sellPrivilege: false, showFlag: false },
    inviteInfo: null,
    showFinancial: {
      display: false,
      msg: '',
      earnPermission: false,
      dualPermission: false,
      tokenSplashPermission: false,
    },
    riskPermissions: [],
    permissions: {},
  };
}
