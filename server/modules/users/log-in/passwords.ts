/**
 * Password hashes: argon2id with the server's key as pepper, as PHC strings. At most two run at once and few wait, so that a flood of
 * log-ins takes no more than two threads from everything else; networks take turns, and so do their addresses, so that one with hundreds
 * of log-ins does not delay the others.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEAST_PASSWORD_LENGTH } from '@agio/contracts/account-limits';
import { networkOf, widerNetworkOf } from '../../../limits/network-address.ts';
import { createFairQueue, type FairQueueLimits } from '../../../limits/fair-queue.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const COMMON = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
);

/** Too short, on the list of common ones (with or without digits and signs around it), or the address itself. */
export function isWeakPassword(password: string, email: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if ([...plain].length < LEAST_PASSWORD_LENGTH) return true;
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const address = email.toLowerCase();
  const name = address.split('@')[0] ?? '';
  return (
    COMMON.has(plain) ||
    (core.length > 0 && core.length + 4 >= plain.length && COMMON.has(core)) ||
    plain === address ||
    plain === name
  );
}

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

export interface Passwords {
  /** `ip`: whose turn in the queue it takes; empty for the server's own. Throws as `FairQueue.run`. */
  hash(password: string, ip: string): Promise<string>;
  /** Takes as long for no hash (an unknown account) as for a wrong password. */
  verify(password: string, phc: string | null, ip: string): Promise<boolean>;
  /** Whether the hash was made with other costs than today's. */
  isOutdated(phc: string): boolean;
  /** Hashes begun since the start, and those that wait. */
  counts(): { readonly begun: number; readonly waiting: number };
}

const QUEUE: FairQueueLimits = {
  running: 2,
  waiting: 64,
  waitingOfOne: 8,
  whenFull: 'So many people are logging in now that nothing was checked. Try again in a moment.',
};

export function createPasswords(pepper: Buffer): Passwords {
  const queue = createFairQueue(QUEUE);
  const derive = (ip: string, password: string, salt: Buffer, { memory, passes, lanes }: Parameters): Promise<Buffer> =>
    queue.run(
      { network: widerNetworkOf(ip), address: networkOf(ip) },
      () =>
        new Promise((resolve, reject) => {
          const options = {
            message: password.normalize('NFKC'),
            nonce: salt,
            parallelism: lanes,
            tagLength: TAG_BYTES,
            memory,
            passes,
            secret: pepper,
          };
          argon2('argon2id', options, (error, tag) => (error ? reject(error) : resolve(tag)));
        }),
    );
  const today: Parameters = { memory: MEMORY_KIB, passes: PASSES, lanes: LANES };
  const dummySalt = randomBytes(16);
  const dummyTag = randomBytes(TAG_BYTES);

  return {
    async hash(password, ip) {
      const salt = randomBytes(16);
      const tag = await derive(ip, password, salt, today);
      return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;
    },
    async verify(password, phc, ip) {
      const match = phc === null ? null : PHC.exec(phc);
      if (phc !== null && !match) throw new Error('a stored password hash cannot be read');
      const parameters = match
        ? { memory: Number(match[1]), passes: Number(match[2]), lanes: Number(match[3]) }
        : today;
      const salt = match ? Buffer.from(match[4]!, 'base64') : dummySalt;
      const expected = match ? Buffer.from(match[5]!, 'base64') : dummyTag;
      const tag = await derive(ip, password, salt, parameters);
      return tag.length === expected.length && timingSafeEqual(tag, expected) && match !== null;
    },
    isOutdated: (phc) => !phc.startsWith(`$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`),
    counts: () => ({ begun: queue.begun, waiting: queue.waiting }),
  };
}

/** A hash that no password has: nobody can log in to the account until it gets another one. */
export function nobodysHash(): string {
  const [salt, tag] = [randomBytes(16), randomBytes(TAG_BYTES)];
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
