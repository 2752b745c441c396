/**
 * Facts that no test title can state: which sub-promises of docs/CHECKLIST.md do not work yet, or are not tested, although
 * their row has tests. Found by reading each row against the product. docs/ROADMAP.md says which products are not built.
 *
 * “Not yet”: no user can meet it. “Partly”: a part is there, a call answers for a product that is not, or nothing tests it.
 */
import type { Gap } from './coverage-states.ts';

/** Rows that are pure by nature: a running exchange or a browser adds nothing to what their tests show. */
export const PURE_ROWS: Readonly<Record<string, string>> = {
  V3: 'a judgement of one answer, taken as it is by the verification that T7 shows in a browser',
  V5: 'the spelling of a key',
  V7: 'how a number is cut',
  K1: 'a time is proved to the millisecond by a clock that the test moves, which a running exchange does not have',
  K4: 'an order of a list',
};

const UNUSED = 'there and tested, but nothing in the product uses it';
const NO_PRIZES =
  'no page that opens prizes is built and the call has none: shown in a browser only with its traits and answers put in by the test';
const NO_TERMINAL_CUT = "no test cuts the sockets of the perpetuals' terminal";
const NO_READER =
  'no page reads a channel of the message centre, so none ever connects: the code is tested against a running exchange';
const NO_SENDER = 'can be subscribed, but nothing in the product sends it: the test does';
const NOT_LOOKED_AT = 'sent and subscribed in a test, which looks at none of its frames';
const SENT_UNTESTED = 'counted by the server and sent by the page, but no test in a browser sees it sent';
const UNIT_ONLY = 'no test on a running exchange or in a browser';

const fixed = (what: string, product: string, until?: string): Gap => ({
  state: 'partly',
  ...(until === undefined ? {} : { until }),
  what: `the call answers ${what}; ${product}`,
});
const NO_BONUS = 'there is no bonus for users yet';
const NO_MESSAGES = 'there are no station messages yet';
const NO_SPLASH = 'there is no token splash yet';
const NO_DARK_PAGE = 'no page of one theme is built: shown at addresses that answer 404';
const LEADS_NOWHERE = 'the redirect works, but the page that it leads to is missing';
const NO_CHILDREN = 'no account has children and nothing sets the child mode: the token of the page is only ever reset';

export const MISSING: Readonly<Record<string, readonly Gap[]>> = {
  R1: [
    {
      parts: ['/act/partner'],
      state: 'not yet',
      until: '/act/partner',
      what: 'and nothing shows a VIP code; its other traits are tested',
    },
  ],
  R16: [
    {
      parts: ['/activity/partner-trading'],
      state: 'not yet',
      until: '/activity/partner-trading',
      what: 'and nothing shows a VIP code',
    },
  ],
  R24: [],
  R28: [
    { parts: ['a route may carry theme'], state: 'partly', until: '/activity/act-center', what: NO_DARK_PAGE },
    {
      parts: ['a route may carry the flag'],
      state: 'partly',
      until: '/activity/act-center',
      what: 'the flag is carried, but by no page that is built',
    },
  ],
  R14: [
    {
      parts: ['{product} is PRODUCT'],
      state: 'partly',
      until: '/activity/{product}-plan',
      what: 'any other answers 404, but so does the right one',
    },
  ],
  L4: [
    {
      parts: ['keys normalised', 'empty list'],
      state: 'partly',
      what: UNIT_ONLY,
    },
  ],
  L6: [{ parts: ['on failure or empty'], state: 'partly', what: UNIT_ONLY }],
  N2: [{ state: 'partly', until: '/assets/voucher-package-records/{kind}', what: LEADS_NOWHERE }],
  N3: [{ state: 'partly', until: '/activity/act-center', what: LEADS_NOWHERE }],
  N4: [{ state: 'partly', until: '/activity/coupon-center', what: LEADS_NOWHERE }],
  N5: [{ state: 'partly', until: '/activity/task-center', what: LEADS_NOWHERE }],
  N11: [{ parts: ['/vip-program and'], state: 'partly', until: '/activity/{product}-plan', what: LEADS_NOWHERE }],
  N12: [{ parts: ['partner-trading'], state: 'partly', until: '/activity/winter-wonderland', what: LEADS_NOWHERE }],
  N15: [{ state: 'not yet', until: '/copy-trading/detail', what: NO_CHILDREN }],
  S5: [{ state: 'not yet', until: '/activity/act-center', what: NO_PRIZES }],
  S6: [
    {
      parts: ['live chat: hidden on'],
      state: 'partly',
      what: 'hidden on both terminals; activity/profile-review is no page of the site',
    },
  ],
  S8: [{ parts: ['tracker cache', 'tracker timeout'], state: 'partly', what: UNIT_ONLY }],
  S10: [
    {
      parts: ['alert type toast/notify'],
      state: 'partly',
      what: 'in the settings and followed by fills, but in no test',
    },
    { parts: ['settings tabs'], state: 'partly', what: 'in the settings and remembered, but in no test of its own' },
  ],
  S11: [
    {
      state: 'not yet',
      what: 'no page shows such a picture: the component is used nowhere, shown in a browser on a page of the test',
    },
  ],
  E2: [
    {
      parts: ['app settings'],
      state: 'partly',
      what: 'there: amounts hidden, alert type, settings tab, layout strategy, custom layout, fullscreen, floating, default page size, what public_info_v4 says; not there: flags that hide header and footer',
    },
  ],
  E3: [
    {
      state: 'partly',
      what: 'the call has every field, but only id, nickName, e-mail, language, rates and times are ever filled: no avatar, phone, authenticators, country, anti-phishing code, identity level, invitations, third-party log-ins, permissions; tests look at four of them',
    },
  ],
  E4: [
    {
      state: 'not yet',
      what: 'there are no authenticators, and no page shows the level: the rule is only computed, by its test',
    },
  ],
  E6: [
    { parts: ['spot coin'], state: 'partly', what: 'GraphQL has every field, tests look at name and fullName alone' },
    {
      parts: ['spot pair'],
      state: 'partly',
      what: 'GraphQL has every field, tests look at symbol, base and quote alone',
    },
  ],
  E7: [{ parts: ['book levels'], state: 'partly', what: 'both terminals show such levels; no test names them' }],
  E8: [{ state: 'not yet', until: '/token-splash', what: `no code: ${NO_SPLASH}` }],
  E9: [
    {
      parts: ['prizes and popContent'],
      state: 'not yet',
      until: '/activity/act-center',
      what: 'records are read and tested, but no prize is ever listed for a user',
    },
    {
      parts: ['voucher statuses'],
      state: 'not yet',
      until: '/assets/voucher-package',
      what: 'no code has these statuses',
    },
    {
      parts: ['pictures for REWARDED'],
      state: 'not yet',
      until: '/activity/act-center',
      what: 'pictures are drawn for REWARDED and OPENED, none for COMPLETED, and no user meets a prize',
    },
  ],
  E10: [{ parts: ['fetch-error event'], state: 'partly', what: UNIT_ONLY }],
  T2: [
    {
      parts: ['toasts'],
      state: 'partly',
      what: 'info, success, warning and error are shown; loading and normal are tested, but nothing in the product shows them',
    },
  ],
  T3: [
    {
      parts: ['KYC → authLevel'],
      state: 'partly',
      until: '/account/id-auth',
      what: 'the rule is computed, but there are no identity checks: every user is level 3',
    },
    {
      parts: ['isKYCL2Authing'],
      state: 'not yet',
      until: '/account/id-auth',
      what: `${UNUSED}: there are no identity checks`,
    },
  ],
  T4: [
    {
      parts: ['futures websocket', 'Fibonacci-like'],
      state: 'partly',
      what: `the sockets of spot do so on the pages, and those of perpetuals are the same code; ${NO_TERMINAL_CUT}`,
    },
    { parts: ['while the public socket'], state: 'partly', what: NO_TERMINAL_CUT },
  ],
  T5: [{ state: 'not yet', what: NO_READER }],
  T6: [{ state: 'not yet', until: '/token-splash', what: `no code: ${NO_SPLASH}` }],
  T8: [{ state: 'not yet', until: '/activity/act-center', what: NO_PRIZES }],
  T9: [{ parts: ['on a dark route'], state: 'partly', until: '/activity/act-center', what: NO_DARK_PAGE }],
  V2: [{ state: 'not yet', until: '/token-splash/detail', what: `${UNUSED}: it belongs to token splash` }],
  V6: [{ state: 'not yet', what: `${UNUSED}: no text of the site has a formula` }],
  P2: [{ state: 'not yet', until: '/copy-trading/detail', what: NO_CHILDREN }],
  P3: [
    {
      parts: ['earn entry', 'P2P buy/sell/showFlag', 'risk permissions'],
      state: 'not yet',
      what: 'the calls say no to everybody, and no page asks them',
    },
    {
      parts: ['asset-config flags'],
      state: 'not yet',
      what: 'the call says the same to everybody, and no page asks it',
    },
    {
      parts: ['IP limit hiding copy trading'],
      state: 'not yet',
      what: 'the call says limited to everybody: there is no copy trading',
    },
    {
      parts: ['KYC withdraw limits'],
      state: 'not yet',
      what: 'the call says 0 for every level: there are no withdrawals',
    },
    { parts: ['partner flag'], state: 'not yet', what: 'no code' },
  ],
  C3: [
    { state: 'partly', what: 'the call has every field, most are always empty (E3); its test looks at four of them' },
  ],
  C5: [fixed('“not begun” to everybody', 'there are no identity checks yet', '/account/id-auth')],
  C6: [fixed('null', 'there are no referrals yet', '/referral')],
  C8: [fixed('“off” to everybody', 'there is no P2P yet', '/p2p-trade')],
  C9: [fixed('“no” to everybody', 'there are no earn products yet', '/earn')],
  C10: [fixed('null', 'there are no invitations yet', '/referral')],
  C11: [
    fixed(
      '“no trial” to everybody',
      'even to a user on a trial, whom the fee rates (C4) know: vouchers are not built',
      '/activity/vip-program',
    ),
  ],
  C16: [{ state: 'partly', what: 'the call answers the tags that markets have; no page asks it' }],
  C17: [
    {
      state: 'partly',
      what: 'all codes and null by address are tested; no test has an address with a country, and no page asks for a telephone number',
    },
  ],
  C18: [
    {
      state: 'partly',
      what: 'the call answers, but from values that no operator can change: no address, no country limited, withdrawals 0',
    },
  ],
  C19: [fixed('0 for every level', 'there are no withdrawals yet', '/assets/withdraw')],
  C20: [fixed('“not frozen” to everybody', 'there is neither P2P nor a change of security yet')],
  C21: [fixed('“limited” to everybody', 'there is no copy trading yet', '/copy-trading/square')],
  C22: [fixed('nothing to everybody', NO_BONUS)],
  C24: [fixed('the same flags to everybody', 'no page asks it')],
  C25: [fixed('“not allowed” to everybody', 'no chain is attached', '/assets/withdraw')],
  C26: [fixed('nothing', NO_MESSAGES, '/messages')],
  C27: [fixed('an empty list', 'there are no limits of risk control yet')],
  C28: [
    {
      parts: ['nav list'],
      state: 'partly',
      what: 'the call answers three entries that are written into the server; the menus of the site do not ask it',
    },
  ],
  C29: [fixed('an empty list', 'there is no dual investment yet', '/earn/dual')],
  C32: [fixed('nothing', NO_SPLASH, '/token-splash')],
  C33: [{ state: 'partly', what: 'GraphQL answers them; no page of the site asks it' }],
  C34: [
    fixed('no prize to everybody and forgets what is marked', 'no prize is shown to users yet', '/activity/act-center'),
  ],
  C37: [
    {
      parts: [
        'tracking events humancode',
        'request_to_login',
        'nuxt_fetch_error',
        'nuxt_client_error',
        'view_location_restriction_window',
        'click_location_restriction_acknowledge',
      ],
      state: 'partly',
      what: SENT_UNTESTED,
    },
  ],
  W1: [
    { parts: ['unsubscribe'], state: 'partly', what: 'tested on the sockets of spot alone, which are the same code' },
  ],
  W2: [
    {
      parts: ['kline', 'deals'],
      state: 'partly',
      what: 'followed by a test on the socket of spot; of futures the polling shows kline, and deals no test',
    },
    {
      parts: ['stop_order', 'tpsl', 'trailing_stop', 'preference', 'deal_notice'],
      state: 'partly',
      what: NOT_LOOKED_AT,
    },
    { parts: ['station_msg', 'prize_pop', 'p2p_msg'], state: 'partly', what: NO_SENDER },
  ],
  W3: [
    { parts: ['channels station_msg', 'prize_pop', 'p2p_msg'], state: 'partly', what: NO_SENDER },
    {
      parts: ['dual_interest_rate'],
      state: 'partly',
      what: 'can be subscribed, but nothing ever sends it, no test either',
    },
  ],
  W4: [
    {
      parts: ['pong detection 15 s (60 s hidden', 'unstable 10 s'],
      state: 'partly',
      what: 'the limit of a hidden tab, its reset and “unstable” are tested with a clock that the test moves, not in a browser',
    },
  ],
  X1: [{ parts: ['200 and 8001 count as success'], state: 'partly', what: UNIT_ONLY }],
  X2: [
    {
      state: 'partly',
      what: 'so for 10021; the pages obey 10002 and 100006 as well, but our server never sends them: the test does',
    },
  ],
  X3: [{ state: 'partly', what: 'the pages obey, but our server never sends 50048: the test does' }],
  X4: [{ state: 'partly', what: 'the pages obey, but our server never names a target with 503: the test does' }],
  X6: [{ parts: ['GraphQL last error'], state: 'not yet', what: `${UNUSED}: the site makes no GraphQL call` }],
  K1: [
    {
      parts: ['icon fetch 1500 ms', 'icon library version 1.3.4'],
      state: 'not yet',
      what: 'no code and no test: no icon is fetched ([decision 058](decisions/058-icons-are-built-in.md))',
    },
    { parts: ['message centre 3 s', 'idle 5 s'], state: 'not yet', what: NO_READER },
  ],
  K2: [{ parts: ['America/New_York'], state: 'not yet', what: `the constant is ${UNUSED}` }],
  K5: [
    {
      parts: ['token-splash expired page size 5'],
      state: 'partly',
      what: `the call takes 5 where nobody says another size; ${NO_SPLASH}`,
    },
    {
      parts: ['default page size 20'],
      state: 'partly',
      what: 'calls take it, and the lists of the terminal name 20 themselves; no test on a running exchange',
    },
  ],
};
