/**
 * Loaded into a server process before its own code (`--import`): at each SIGUSR2 the next of these promises is rejected, and nobody waits
 * for it. They are real failures of the server's own functions.
 */
import { isMainThread } from 'node:worker_threads';
import { takeLock } from '../server/journal/lock.ts';
import { createPasswords } from '../server/modules/users/log-in/passwords.ts';

const plants: readonly (() => void)[] = [
  () => void takeLock('/nowhere/one', 0),
  () => void takeLock('/nowhere/two', 0),
  () => {
    // Two are hashed, eight of an address wait, the last two have no place.
    const passwords = createPasswords(Buffer.alloc(32));
    for (let i = 0; i < 12; i += 1) void passwords.hash('a password', '192.0.2.1');
  },
  () => void takeLock('/nowhere/one', 0),
  // Not an Error, and not convertible to text.
  () => void Promise.reject(Object.create(null)),
];

let next = 0;
// The thread of the engine loads this module as well.
if (isMainThread) process.on('SIGUSR2', () => plants[next++]?.());
