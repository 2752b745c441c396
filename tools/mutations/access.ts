/** Access that was taken away and must not come back, log-ins of known browsers (docs/reliability.md: ATK-8, ATK-16, FLT-19). */
import { change, type Mutation } from './mutation.ts';

const SESSIONS = 'server/modules/users/sessions.ts';
const KEYS = 'server/modules/users/api-keys.ts';
const ENDED = 'test/integration/ended-while-read.test.ts';

export const accessMutations: readonly Mutation[] = [
  change(
    'a session that ended while it was looked up comes back for a second',
    SESSIONS,
    ['if (session) remember(session, now, asked);', 'if (session) remember(session, now, endings);'],
    [ENDED, 'ATK-8 a session that ends while answer 1'],
  ),
  change(
    'a session that ended while it was made to last longer comes back for a second',
    SESSIONS,
    ['remember({ ...session, expiresAtMs: until }, now, asked)', 'remember(session, now, endings)'],
    [ENDED, 'ATK-8 a session that ends while answer 2'],
  ),
  change(
    'a key that was deleted while it was looked up comes back for a second',
    KEYS,
    ['if (asked === changes) cache.set(apiKey, known);', 'cache.set(apiKey, known);'],
    [ENDED, 'ATK-16 an API key that is deleted'],
  ),
  change(
    'each log-in makes a new browser of the one that is known',
    'server/modules/users/service.ts',
    ['devices.make(uid, device)', 'devices.make(uid, null)'],
    ['test/integration/guessing-counters.test.ts', 'FLT-19 a browser that is known'],
  ),
];
