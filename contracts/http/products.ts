/**
 * Calls of products that this release does not have yet: their contracts stand, and the answers say what is true (an empty
 * list, a switch that is off). A product that is built takes its calls into a file of its own.
 */
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';
import { freeText, page, pageSize, timeMs } from '../types.ts';
import * as shape from './users.ts';

const anyone: Permission = { kind: 'public' };
const login: Permission = { kind: 'login' };
const nothingYet = z.array(z.never());

function get<const Path extends string, Data extends z.ZodType>(
  path: Path,
  summary: string,
  permission: Permission,
  data: Data,
) {
  return endpoint({ method: 'GET', path, summary, permission, data });
}

export const defaultInvite = get(
  '/welfare/api/welfare/rebate/get_default_invite',
  'The user’s invite code; there is none yet',
  login,
  z.null(),
);
export const p2pSwitch = get(
  '/p2p/trading/switch',
  'Whether P2P trading is open to the caller',
  anyone,
  shape.p2pSwitch,
);
export const earnPermission = get(
  '/financial/earn/config/entry/permission',
  'Which earn products are open to the caller',
  anyone,
  shape.earnPermissions,
);
export const invitationInfo = get(
  '/web/api/v1/common/invitation_info',
  'The user’s invitation links; there are none yet',
  login,
  z.null(),
);
export const vipReward = endpoint({
  method: 'POST',
  path: '/welfare/activity/reward/vip',
  summary: 'The user’s trial level',
  data: z.object({
    expireTime: timeMs.nullable(),
    prizeVipLevel: z.int().nullable(),
    baseVipLevel: z.int(),
    isExperience: z.boolean(),
  }),
});
export const copyIpLimit = get(
  '/copy/trading/v1/user/ipLimit',
  'Whether copy trading is closed to the caller',
  anyone,
  z.object({ isLimited: z.boolean() }),
);
export const bonusAccount = get(
  '/bonus/v1/getBonusAccount',
  'The user’s bonus account; there is none',
  login,
  z.null(),
);
export const bonusRules = get('/bonus/v1/rules', 'Rules of bonuses', anyone, nothingYet);
export const bonusExists = get(
  '/bonus/v1/existActiveBonus',
  'Whether the user has an active bonus',
  login,
  z.object({ exists: z.boolean() }),
);
export const bonusCloseNotice = get(
  '/bonus/v1/closeNotice',
  'Closed bonuses the user was not told of',
  login,
  nothingYet,
);
export const dualInterestRate = get(
  '/financial/dual/market/index-annual-interest-rate',
  'Rates of dual investment; there is no product',
  anyone,
  nothingYet,
);

const STATION = '/station-msg/station_msg';
const unread = z.object({ total: z.int() });
export const messageTypes = get(`${STATION}/types`, 'Kinds of messages', login, nothingYet);
export const unreadAll = get(`${STATION}/unread/count_all`, 'How many messages are unread', login, unread);
export const unreadByType = get(`${STATION}/unread/type_count/list`, 'Unread messages per kind', login, nothingYet);
export const unreadOfType = endpoint({
  method: 'GET',
  path: `${STATION}/unread/type_count`,
  summary: 'Unread messages of a kind',
  query: z.object({ type: freeText(40).optional() }),
  data: unread,
});
export const messagePage = endpoint({
  method: 'GET',
  path: `${STATION}/page`,
  summary: 'The user’s messages, newest first',
  query: z.object({ type: freeText(40).optional(), page, pageSize }),
  data: z.object({ items: nothingYet, total: z.int() }),
});
export const readAllMessages = endpoint({
  method: 'POST',
  path: `${STATION}/read_all`,
  summary: 'Marks every message read',
  body: z.object({ type: freeText(40).optional() }),
  data: z.object({ read: z.int() }),
});
export const readMessage = endpoint({
  method: 'POST',
  path: `${STATION}/read`,
  summary: 'Marks one message read',
  body: z.object({ id: z.int().positive() }),
  data: z.object({}),
});

const SPLASH = '/web/launch/token_splash';
export const splashStatistic = get(
  `${SPLASH}/statistic`,
  'Totals of the token launches',
  anyone,
  z.object({ activities: z.int(), participants: z.int(), rewards: z.string() }),
);
export const splashActive = get(`${SPLASH}/active`, 'Running token launches', anyone, nothingYet);
export const splashDetail = get(`${SPLASH}/detail/:id`, 'One token launch', anyone, z.never());
export const splashRegister = endpoint({
  method: 'POST',
  path: `${SPLASH}/register/:id`,
  summary: 'Registers the user for a token launch',
  data: z.never(),
});
export const splashExpired = endpoint({
  method: 'POST',
  path: `${SPLASH}/expire`,
  summary: 'Ended token launches',
  permission: anyone,
  body: z.object({ page, pageSize: pageSize.default(5) }),
  data: z.object({ items: nothingYet, total: z.int() }),
});

export const pendingPrizes = get(
  '/welfare/v2/prize/query-wait-pop-record',
  'Prizes the user was not shown yet, as lists of records by kind',
  login,
  z.record(z.string(), nothingYet),
);
export const closePrizes = endpoint({
  method: 'POST',
  path: '/welfare/v2/prize/close-pop',
  summary: 'Marks prizes as shown',
  /** Digits as text where an id may pass 2^53. */
  body: z.object({ idList: z.array(z.union([z.int(), z.string().regex(/^\d{1,20}$/)])).max(100) }),
  data: z.object({}),
});
