/** Limits and checks that keep attackers out (docs/reliability.md, ATK): each must be missed by a test when it is gone. */
import type { Mutation } from './mutation.ts';

const GRAPHQL = 'test/integration/graphql-abuse.test.ts';
const LIMITS = 'server/modules/markets/graphql-limits.ts';

export const attackMutations: readonly Mutation[] = [
  {
    breaks: 'the rules of GraphQL are not mounted',
    file: LIMITS,
    snippet: 'setValidationFn(validateLimited);',
    replacement: '',
    killer: GRAPHQL,
    test: 'ATK-13',
  },
  {
    breaks: 'the parser of GraphQL has no limits',
    file: LIMITS,
    snippet: 'setParseFn(parseLimited);',
    replacement: '',
    killer: GRAPHQL,
    test: 'ATK-13',
  },
  {
    breaks: 'GraphQL tells its schema',
    file: LIMITS,
    snippet: 'addValidationRule(NoSchemaIntrospectionCustomRule);',
    replacement: '',
    killer: GRAPHQL,
    test: 'ATK-13',
  },
  {
    breaks: 'a user may fill the memory with keys of money',
    file: 'core/idempotency.ts',
    snippet: '>= MONEY_KEYS_PER_USER',
    replacement: '>= Number.MAX_SAFE_INTEGER',
    killer: 'core/idempotency.test.ts',
    test: 'a user whose keys are full',
  },
  {
    breaks: 'keys of money that aged out still count',
    file: 'core/idempotency.ts',
    snippet: 'if (left === 0) this.moneyOfUser.delete(record.uid);\n    else this.moneyOfUser.set(record.uid, left);',
    replacement: '',
    killer: 'core/idempotency.test.ts',
    test: 'a user whose keys are full',
  },
  {
    breaks: 'transfers have no rate',
    file: 'server/modules/wallet/service.ts',
    snippet: 'if (!isServers(key)) await rate.take(uid);',
    replacement: '',
    killer: 'test/integration/many-moves.test.ts',
    test: 'sixty transfers',
  },
  {
    breaks: 'orders that ended in vain fill the table',
    file: 'core/room.ts',
    snippet: 'if (orders.isCrowded) users.forgetEnded();',
    replacement: '',
    killer: 'core/room.test.ts',
    test: 'ended in vain',
  },
  {
    breaks: 'ended conditional orders are remembered without end',
    file: 'core/room.ts',
    snippet: 'if (perps.stops.endedCount > perps.stops.mostEnded) perps.stops.forgetEnded();',
    replacement: '',
    killer: 'core/room.test.ts',
    test: 'ended conditional orders',
  },
  {
    breaks: 'a liquidation without room for its order throws',
    file: 'core/perp/liquidation.ts',
    snippet: "if (orders.isExhausted) return 'NOTHING';",
    replacement: "if (orders.isExhausted) throw new Error('the order pool is full');",
    killer: 'core/room.test.ts',
    test: 'a liquidation that finds no room',
  },
  {
    breaks: 'a restored core has forgotten how many conditional orders it remembers',
    file: 'core/perp/stops.ts',
    snippet: 'this.endedCount += 1;',
    replacement: '',
    killer: 'core/room.test.ts',
    test: 'ended conditional orders',
  },
];
