/** The operators' door and its record (docs/reliability.md, ATK-21). */
import { change, type Mutation } from './mutation.ts';

const AUDIT = 'test/integration/operators/operator-audit.test.ts';
const NAMED = 'test/integration/operators/named-operators.test.ts';
const BUILD = 'server/http/build-operator-http.ts';

export const operatorAttackMutations: readonly Mutation[] = [
  change(
    'whoever calls is an operator',
    'server/http/identity/operator-token.ts',
    [
      'if (timingSafeEqual(given, digest(`Bearer ${token}`))) found = name;',
      'found ||= given.length > token.length ? name : name;',
    ],
    [AUDIT, 'not on the public listener'],
  ),
  change(
    'all operators have the name of the first',
    'server/http/identity/operator-token.ts',
    ['found = name;', 'found = operators[0]!.name;'],
    [NAMED, 'the record says which operator'],
  ),
  change(
    'who called may be changed in the records',
    'server/modules/operators/audit.ts',
    ["operator === '' ? fields : [...fields, operator]", 'fields'],
    [NAMED, 'that somebody else called'],
  ),
  change(
    'records from before operators had names count as changed',
    'server/modules/operators/audit.ts',
    ["operator === '' ? fields : [...fields, operator]", '[...fields, operator]'],
    [NAMED, 'records from before'],
  ),
  change(
    'guesses hold up those who have a token',
    'server/http/guard/request-count.ts',
    ["operatorOf(request, operators) === ''\n", 'operatorOf(request, operators) !== null\n'],
    [NAMED, 'guesses at a token'],
  ),
  change(
    'a guess at an operator’s token names its own address',
    BUILD,
    ['trustedProxies: [], ', ''],
    [NAMED, 'guesses at a token'],
  ),
  change(
    'guesses at operators’ tokens are not limited',
    BUILD,
    ['isAudited(request) ? GUESS_WEIGHT : weight', 'weight'],
    [NAMED, 'guesses at a token'],
  ),
  change(
    'guesses at operators’ tokens are counted by the /64 alone',
    'server/http/guard/rate-limit.ts',
    ['guesses: createLimiter(isOn, WEIGHT_PER_MINUTE, WEIGHT_OF_IPV6_48)', 'guesses: createLimiter(isOn)'],
    ['server/http/guard/rate-limit.test.ts', 'guesses at operators’ tokens from an IPv6 /48'],
  ),
  change(
    'guesses at the token of the figures are not counted',
    'server/http/build-http.ts',
    ['options.guesses.take(request.ip, GUESS_WEIGHT)', 'options.guesses.take(request.ip, 0)'],
    ['test/integration/attacks/rate-limits.test.ts', 'requests for the figures with a wrong token'],
  ),
  change(
    'guesses that are refused for their number are recorded',
    BUILD,
    ['else if (admitted.has(request))', 'else if (isAudited(request))'],
    [NAMED, 'simultaneous guesses'],
  ),
  change(
    'the token of an operator may be short',
    'server/config.ts',
    ['token.length < LEAST_TOKEN_LENGTH', 'token.length < 8'],
    [NAMED, 'tokens of operators are long'],
  ),
  change(
    'two operators have one name',
    'server/config.ts',
    ['other.name === name', "other.name === ''"],
    [NAMED, 'their names their own'],
  ),
  {
    breaks: 'operators’ calls are on the public listener',
    file: 'server/http/build-http.ts',
    snippet: "permission.kind !== 'operator'",
    replacement: "permission.kind !== 'key'",
    killer: AUDIT,
    test: 'not on the public listener',
  },
  {
    breaks: 'an operator’s call leaves no record before it',
    file: 'server/http/build-operator-http.ts',
    snippet: 'begun.set(request, await audit.begin(describe(request, operator)));',
    replacement: 'begun.set(request, 0);',
    killer: AUDIT,
    test: 'each call leaves a record before it',
  },
  {
    breaks: 'the outcome of an operator’s call is not recorded',
    file: 'server/http/build-operator-http.ts',
    snippet: 'if (callId !== undefined) await audit.end(callId, describe(request, operator), code);',
    replacement: 'if (callId !== undefined) return;',
    killer: AUDIT,
    test: 'one with its outcome',
  },
  {
    breaks: 'a refused operator’s call leaves no record',
    file: 'server/http/build-operator-http.ts',
    snippet: 'await audit.refused(describe(request, operator), code);',
    replacement: 'return;',
    killer: AUDIT,
    test: 'each call leaves a record',
  },
  {
    breaks: 'an operator’s call runs though it could not be recorded',
    file: 'server/http/build-operator-http.ts',
    snippet: 'await audit.begin(describe(request, operator)));',
    replacement: 'await audit.begin(describe(request, operator)).catch(() => 0));',
    killer: AUDIT,
    test: 'what cannot be recorded is not done',
  },
  {
    breaks: 'the records of operators are not verified',
    file: 'server/modules/operators/audit.ts',
    snippet: 'if (row.hash !== hashOf(key, row))',
    replacement: "if (row.hash === '')",
    killer: AUDIT,
    test: 'changed, deleted, put in',
  },
  {
    breaks: 'a missing record of operators is passed over',
    file: 'server/modules/operators/audit.ts',
    snippet: 'if (row.id !== before.id + 1)',
    replacement: 'if (row.id < before.id)',
    killer: AUDIT,
    test: 'changed, deleted, put in',
  },
  {
    breaks: 'records of operators cut off the end are forgotten',
    file: 'server/modules/operators/audit.ts',
    snippet: 'newest !== undefined && newest.id >= head.id ? newest : head',
    replacement: 'newest ?? START',
    killer: AUDIT,
    test: 'cut off the end',
  },
];
