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
];
