/**
 * How much one GraphQL query may ask for: everyone may send their own, within these limits, which are checked before
 * anything runs. Introspection is off; the schema is in the repository.
 */
import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  type Source,
  validate,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Of its text, in UTF-16 units. */
const MAX_LENGTH = 8_192;
const MAX_TOKENS = 1_000;
const MAX_COMMENTS = 20;
const MAX_DEPTH = 6;
const MAX_FIELDS = 200;
const MAX_ALIASES = 10;
const MAX_DIRECTIVES = 10;
/** The most spreads of a query: they multiply the work, so they are few, and of few fields. */
const MAX_SPREADS = 10;
/** What a query of this many markets weighs; one of all markets does the work of several calls. */
const WEIGHT = 5;
const MARKETS_OF_WEIGHT = 50;

/** Request weight of a query, known before it is read: the largest one asks for each of the markets, so it grows with them. */
export const graphqlWeight = (markets: number): number => WEIGHT * Math.max(1, Math.ceil(markets / MARKETS_OF_WEIGHT));

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

/** Refused by its length before anything is read, and while it is read by its tokens and comments. */
export function parseLimited(source: string | Source): DocumentNode {
  const text = typeof source === 'string' ? source : source.body;
  if (text.length > MAX_LENGTH)
    throw new GraphQLError(`The query has too many characters: at most ${MAX_LENGTH.toLocaleString('en-US')}.`);
  return parse(source, { maxLexicalTokens: MAX_TOKENS, maxComments: MAX_COMMENTS, maxSourceLength: MAX_LENGTH });
}

/** Checks the limits first: a query beyond them is not checked by any other rule. No names are suggested for wrong ones. */
export function validateLimited(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules?: readonly ValidationRule[],
): readonly GraphQLError[] {
  const over = validate(schema, document, [limitQuery], { maxErrors: 1 });
  if (over.length > 0) return over;
  return validate(schema, document, rules, { maxErrors: 10, hideSuggestions: true });
}

/** For whoever mounts the schema. */
export const graphqlLimits: Plugin = {
  onParse({ setParseFn }) {
    setParseFn(parseLimited);
  },
  onValidate({ addValidationRule, setValidationFn }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    setValidationFn(validateLimited);
  },
};
