/**
 * How many wrong passwords are heard before one has to wait (reliability ATK-7). Those of a browser with the account's device
 * cookie count for that browser alone. All others count for the account, for the address they come from, and for the wider
 * network around it, so that neither many addresses against one account nor one address against many accounts get far.
 */
import { Refusal } from '@agio/contracts/errors';
import { networkOf, widerNetworkOf } from '../../../limits/network-address.ts';
import type { Db } from '../../../store/index.ts';
import { hashToken } from '../../../system/sha256.ts';
import * as repo from './try-repo.ts';

const WINDOW_MS = 15 * 60_000;
/** Within the window. Offices and mobile networks share an address, providers a wider network. */
const MOST = { device: 10, account: 10, address: 50, network: 200 };
const CLEAN_EVERY_MS = 60_000;

/** The origin of a try to log in. */
export interface Guesser {
  /** The key from `emailKey`; counted whether or not there is such an account. */
  readonly emailKey: string;
  /** The device named by the browser's cookie for this account; null without one. */
  readonly device: string | null;
  readonly ip: string;
}

/** One try: counted as wrong until it turns out to be right, so that many at once cannot slip through. */
export interface Attempt {
  /** The password was right: forgets the tries of this account or device, and takes this one off its address. */
  succeeded(): Promise<void>;
  /** The password was not checked after all: takes the try back. */
  undo(): Promise<void>;
}

export interface Guessing {
  /** How many tries count for this account or device now. */
  recent(guesser: Guesser): Promise<number>;
  /** Counts a try; throws TOO_MANY_ATTEMPTS with the seconds to wait when there were too many. */
  begin(guesser: Guesser): Promise<Attempt>;
}

interface Counter {
  readonly name: string;
  readonly most: number;
}

/** `countsNetworks`: false lifts the limits of addresses and networks, as it does with all limits of requests. */
export function createGuessing(db: Db, countsNetworks: boolean, now: () => number = Date.now): Guessing {
  let cleanedAt = 0;
  const clean = async (nowMs: number): Promise<void> => {
    if (nowMs - cleanedAt < CLEAN_EVERY_MS) return;
    cleanedAt = nowMs;
    await repo.deleteOldTries(db, nowMs - WINDOW_MS);
  };
  const take = async ({ name, most }: Counter, nowMs: number): Promise<void> => {
    if (await repo.countTry(db, name, nowMs, WINDOW_MS, most)) return;
    const oldest = await repo.oldestTry(db, name, nowMs - WINDOW_MS);
    throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: Math.max(1, Math.ceil((oldest + WINDOW_MS - nowMs) / 1000)) });
  };
  return {
    recent: (guesser) => repo.countRecentTries(db, personal(guesser).name, now() - WINDOW_MS),
    async begin(guesser) {
      const nowMs = now();
      await clean(nowMs);
      const own = personal(guesser);
      const uncount = async (counters: readonly Counter[]): Promise<void> => {
        for (const { name } of counters) await repo.uncountTry(db, name, nowMs);
      };
      // The address before its network: tries of a stopped address do not count for the network, and write no rows.
      const shared = countsNetworks && guesser.device === null ? networksOf(guesser.ip) : [];
      const all = [...shared, own];
      for (const [at, counter] of all.entries())
        try {
          await take(counter, nowMs);
        } catch (refusal) {
          // No password was checked: tries on a stopped account do not use up the limit of the address, which a whole office may share.
          await uncount(all.slice(0, at));
          throw refusal;
        }
      return {
        async succeeded() {
          await repo.forgetTries(db, own.name);
          await uncount(shared);
        },
        undo: () => uncount(all),
      };
    },
  };
}

function personal({ emailKey, device }: Guesser): Counter {
  if (device !== null) return { name: hashToken(`device ${device}`), most: MOST.device };
  return { name: hashToken(`login ${emailKey}`), most: MOST.account };
}

function networksOf(ip: string): Counter[] {
  return [
    { name: hashToken(`address ${networkOf(ip)}`), most: MOST.address },
    { name: hashToken(`network ${widerNetworkOf(ip)}`), most: MOST.network },
  ];
}
