/** Answers for products that this release does not have: empty lists, switched off. */
import { type Endpoint, implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/products';

const ALWAYS: readonly (readonly [Endpoint, unknown])[] = [
  [contract.defaultInvite, null],
  [contract.p2pSwitch, { buyPrivilege: false, sellPrivilege: false, showFlag: false }],
  [
    contract.earnPermission,
    { display: false, msg: '', earnPermission: false, dualPermission: false, tokenSplashPermission: false },
  ],
  [contract.invitationInfo, null],
  [contract.vipReward, { expireTime: null, prizeVipLevel: null, baseVipLevel: 0, isExperience: false }],
  [contract.copyIpLimit, { isLimited: true }],
  [contract.bonusAccount, null],
  [contract.bonusRules, []],
  [contract.bonusExists, { exists: false }],
  [contract.bonusCloseNotice, []],
  [contract.dualInterestRate, []],
  [contract.messageTypes, []],
  [contract.unreadAll, { total: 0 }],
  [contract.unreadByType, []],
  [contract.unreadOfType, { total: 0 }],
  [contract.messagePage, { items: [], total: 0 }],
  [contract.readAllMessages, { read: 0 }],
  [contract.splashStatistic, { activities: 0, participants: 0, rewards: '0' }],
  [contract.splashActive, []],
  [contract.splashExpired, { items: [], total: 0 }],
  [contract.pendingPrizes, {}],
  [contract.closePrizes, {}],
];
/** Calls that name one item by its id: answered with NOT_FOUND, since there are no items. */
const NOT_THERE: readonly Endpoint[] = [contract.readMessage, contract.splashDetail, contract.splashRegister];

export function unbuiltRoutes(): Route[] {
  return [
    ...ALWAYS.map(([endpoint, data]) => implement(endpoint, async () => data)),
    ...NOT_THERE.map((endpoint) =>
      implement(endpoint, async () => {
        throw new Refusal('NOT_FOUND');
      }),
    ),
  ];
}
