/** The operators' door and its record (docs/reliability.md, ATK-21). */
import type { Mutation } from './mutation.ts';

const AUDIT = 'test/integration/operator-audit.test.ts';

export const operatorAttackMutations: readonly Mutation[] = [
  {
    breaks: 'whoever calls is an operator',
    file: 'server/http/operator-token.ts',
    snippet: "return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${operatorToken}`));",
    replacement:
      "return timingSafeEqual(digest(headers.authorization ?? ''), digest(headers.authorization ?? operatorToken));",
    killer: AUDIT,
    test: 'not on the public listener',
  },
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
    snippet: 'begun.set(request, await audit.begin(describe(request)));',
    replacement: 'begun.set(request, 0);',
    killer: AUDIT,
    test: 'each call leaves a record before it',
  },
  {
    breaks: 'the outcome of an operator’s call is not recorded',
    file: 'server/http/build-operator-http.ts',
    snippet: 'if (callId !== undefined) await audit.end(callId, describe(request), code);',
    replacement: 'if (callId !== undefined) return;',
    killer: AUDIT,
    test: 'one with its outcome',
  },
  {
    breaks: 'a refused operator’s call leaves no record',
    file: 'server/http/build-operator-http.ts',
    snippet: '        await audit.refused(describe(request), code);\n',
    replacement: '',
    killer: AUDIT,
    test: 'each call leaves a record',
  },
  {
    breaks: 'an operator’s call runs though it could not be recorded',
    file: 'server/http/build-operator-http.ts',
    snippet: 'await audit.begin(describe(request)));',
    replacement: 'await audit.begin(describe(request)).catch(() => 0));',
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
