/** Faults of a request's fields in plain words that follow the field's name. A contract's own message takes precedence. */
import { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type Sized = Extract<Issue, { code: 'too_small' | 'too_big' }>;

/** An error map of zod: `must be a whole number above 0`. */
export function plainIssue(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `has no field ${issue.keys.join(', ')}`;
  if (issue.input === undefined) return 'must be given';
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue);
    case 'too_small':
    case 'too_big':
      return sizeSentence(issue);
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an e-mail address' : 'is not of the right form';
    default:
      return 'is not valid';
  }
}

function typeSentence(issue: Extract<Issue, { code: 'invalid_type' }>): string {
  switch (issue.expected) {
    case 'number':
    case 'int':
      return numberSentence(issue);
    case 'string':
      return 'must be text';
    case 'boolean':
      return 'must be true or false';
    case 'array':
      return 'must be a list';
    case 'object':
    case 'record':
      return 'must be an object with fields';
    default:
      return 'is not of the right type';
  }
}

function sizeSentence(issue: Sized): string {
  const isSmall = issue.code === 'too_small';
  const bound = isSmall ? issue.minimum : issue.maximum;
  switch (issue.origin) {
    case 'string':
      if (isSmall && bound === 1) return 'must not be empty';
      return `must have ${bound} characters or ${isSmall ? 'more' : 'fewer'}`;
    case 'array':
      return `must have ${bound} entries or ${isSmall ? 'more' : 'fewer'}`;
    default:
      return isSafeBound(bound) ? numberSentence(issue) : 'is too large';
  }
}

/** False for the bounds that every whole number has in zod: those are not worth telling. */
function isSafeBound(bound: unknown): boolean {
  return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}

/** Everything that the schema asks of a number, whichever part was not met: then one more try is enough. */
function numberSentence({ schema }: Issue): string {
  const { type, minimum, exclusiveMinimum, maximum } = schema === undefined ? {} : z.toJSONSchema(schema as z.ZodType);
  const kind = `must be a ${type === 'integer' ? 'whole ' : ''}number`;
  const most = isSafeBound(maximum) ? maximum : undefined;
  if (exclusiveMinimum !== undefined) return `${kind} above ${exclusiveMinimum}${most ? `, ${most} at most` : ''}`;
  if (!isSafeBound(minimum)) return most === undefined ? kind : `${kind}, ${most} at most`;
  return most === undefined ? `${kind}, ${minimum} or more` : `${kind} from ${minimum} to ${most}`;
}
