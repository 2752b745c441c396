/** Access that was taken away and must not come back, log-ins of known browsers (docs/reliability.md: ATK-8, ATK-16, FLT-19). */
import { change, type Mutation } from './mutation.ts';

const ENDED = 'test/integration/faults/ended-while-read.test.ts';

export const accessMutations: readonly Mutation[] = [
  change(
    'what ended while it was looked up comes back for a second',
    'server/modules/users/cached-reads/read-cache.ts',
    ['        if (before !== forgotten) return;\n', ''],
    [ENDED, 'ATK-16 an API key that'],
  ),
  change(
    'a session that ended comes back for a second because it is made to last longer',
    'server/modules/users/sessions/sessions.ts',
    ['await slide(session, now, keep);', 'await slide(session, now, cache.asking());'],
    [ENDED, 'ATK-8 a session that ends while answer 1'],
  ),
  change(
    'each log-in makes a new browser of the one that is known',
    'server/modules/users/service.ts',
    ['devices.make(uid, device)', 'devices.make(uid, null)'],
    ['test/integration/attacks/guessing-counters.test.ts', 'FLT-19 a browser that is known'],
  ),
  change(
    'each call of the faucet that races is paid',
    'server/modules/wallet/service.ts',
    ['key: `s:faucet:${grant.grantedAtMs}:${asset}`', 'key: `s:faucet:${Math.random()}:${asset}`'],
    ['test/integration/trading/spot.test.ts', 'ATK-2 twenty parallel calls of the faucet'],
  ),
  change(
    'transfers with one key that race are all done',
    'server/modules/wallet/service.ts',
    [
      "const idempotency = key === '' ? null : { key, fingerprint };",
      'const idempotency = key === fingerprint ? { key, fingerprint } : null;',
    ],
    ['test/integration/attacks/races.test.ts', 'ATK-2 one Idempotency-Key'],
  ),
];
