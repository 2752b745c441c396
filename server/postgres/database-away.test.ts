import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';

const errorOf = (fields: object, message = 'x'): Error => Object.assign(new Error(message), fields);

test('a database that cannot be reached is told from a query that is wrong', () => {
  for (const away of [
    errorOf({ code: 'ECONNREFUSED' }),
    errorOf({ code: 'ENOENT', syscall: 'connect' }),
    errorOf({ code: '57P01' }),
    errorOf({ code: '08006' }),
    errorOf({ code: '53100' }, 'could not extend file: No space left on device'),
    errorOf({ code: '25006' }, 'cannot execute INSERT in a read-only transaction'),
    errorOf({}, 'Query read timeout'),
    errorOf({}, 'Connection terminated unexpectedly'),
    errorOf({}, 'timeout exceeded when trying to connect'),
  ])
    expect(isDatabaseAway(away), away.message).toBe(true);
  for (const wrong of [errorOf({ code: '23505' }), errorOf({ code: 'ENOENT', syscall: 'open' }), errorOf({}), 'text'])
    expect(isDatabaseAway(wrong)).toBe(false);
});
