/**
 * How much one GraphQL query may ask for: everyone may send their own, within these limits, which are checked before
 * anything runs. Introspection is off; the schema is in the repository.
 */
import {
  type ASTVisitor,
  type FieldNode,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

const MAX_DEPTH = 6;
const MAX_FIELDS = 200;
const MAX_ALIASES = 10;
const MAX_DIRECTIVES = 10;
/** Spreads multiply: few of them, and what they multiply is few as well. */
const MAX_SPREADS = 10;

export const limitQuery: ValidationRule = (context: ValidationContext): ASTVisitor => {
  const counts = { fields: 0, aliases: 0, directives: 0, spreads: 0 };
  let depth = 0;
  let isReported = false;
  const check = (count: number, most: number, what: string): void => {
    if (count <= most || isReported) return;
    isReported = true;
    context.reportError(new GraphQLError(`The query has too many ${what}: at most ${most}.`));
  };
  return {
    Field: {
      enter(node: FieldNode) {
        check(++counts.fields, MAX_FIELDS, 'fields');
        if (node.alias) check(++counts.aliases, MAX_ALIASES, 'aliases');
        check(++depth, MAX_DEPTH, 'levels');
      },
      leave() {
        depth--;
      },
    },
    FragmentSpread: () => check(++counts.spreads, MAX_SPREADS, 'fragments'),
    Directive: () => check(++counts.directives, MAX_DIRECTIVES, 'directives'),
  };
};

/** For whoever mounts the schema. */
export const graphqlLimits: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    addValidationRule(limitQuery);
  },
};
