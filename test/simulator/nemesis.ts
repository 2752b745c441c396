/** The kinds of faults and how often they happen: a seed picks some kinds and leaves others out, so that each also happens alone. */
import type { DiskFaults } from './mounted-disk.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';
import type { Scheduler, WallClock } from './scheduler.ts';
import type { SimDatabase } from './sim-database.ts';
import type { SimDisk } from './sim-disk.ts';

/** The parts of a simulation that faults are injected into. */
export interface Victim {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly clock: WallClock;
  readonly disk: SimDisk;
  readonly diskFaults: DiskFaults;
  readonly database: SimDatabase;
  readonly network: Network;
  readonly clients: readonly { readonly uid: number }[];
  /** Faults come while this is so. */
  readonly isStormy: boolean;
  /** After a power cut, until the next start: the high-water file may be a second behind. */
  readonly isHighWaterStale: boolean;
  note(name: string): void;
  trace(line: () => string): void;
  endProcess(why: string): void;
  cutPower(): void;
  stopProcess(): void;
  /** A stop, and a start of a release with newer rules. */
  upgrade(): void;
}

interface Nemesis {
  readonly name: string;
  readonly weight: number;
  strike(victim: Victim): void;
}

const nemeses: readonly Nemesis[] = [
  { name: 'kill', weight: 3, strike: (victim) => victim.endProcess('kill') },
  { name: 'power cut', weight: 3, strike: (victim) => victim.cutPower() },
  { name: 'stop', weight: 1, strike: (victim) => victim.stopProcess() },
  { name: 'upgrade', weight: 1, strike: (victim) => victim.upgrade() },
  {
    name: 'ends in calls',
    weight: 4,
    strike: (victim) => during(victim, victim.diskFaults, { ends: 0.01 }),
  },
  {
    name: 'disk errors',
    weight: 2,
    strike: (victim) => during(victim, victim.diskFaults, { errors: 0.02 }),
  },
  {
    name: 'slow disk',
    weight: 1,
    strike: (victim) => during(victim, victim.diskFaults, { slowestUs: 400_000 }),
  },
  {
    name: 'full disk',
    weight: 2,
    strike(victim) {
      const { disk, random } = victim;
      during(victim, disk, {
        fillerBytes: disk.fillerBytes + Math.max(0, disk.freeBytes - random.between(0, 20_000)),
      });
    },
  },
  { name: 'rotten bit', weight: 3, strike: (victim) => rot(victim) },
  {
    name: 'clock',
    weight: 1,
    strike: ({ clock, random }) => clock.set(random.pick([-3_600_000, -5_000, -1, 10_000, 900_000])),
  },
  {
    name: 'lossy network',
    weight: 2,
    strike: ({ network, random }) => void Object.assign(network.faults, { losses: random.pick([0, 0.1, 0.4]) }),
  },
  {
    name: 'doubling network',
    weight: 2,
    strike: ({ network, random }) => void Object.assign(network.faults, { doubles: random.pick([0, 0.2, 0.6]) }),
  },
  {
    name: 'slow network',
    weight: 1,
    strike: ({ network, random }) => void Object.assign(network.faults, { slowestUs: random.pick([3_000, 300_000]) }),
  },
  {
    name: 'partition',
    weight: 1,
    strike({ network, clients, random }) {
      const { cutOff } = network.faults;
      cutOff.clear();
      for (const { uid } of clients) if (random.chance(0.3)) cutOff.add(uid);
    },
  },
  {
    name: 'database away',
    weight: 2,
    strike: (victim) => during(victim, victim.database.faults, { isAway: true }),
  },
  {
    name: 'database breaks',
    weight: 2,
    strike: (victim) => during(victim, victim.database.faults, { breaks: 0.2 }),
  },
];

/** Lets trouble come at random times for as long as the victim is stormy. */
export function startNemeses(victim: Victim): void {
  const { random, scheduler } = victim;
  const share = random.pick([0.15, 0.3, 0.6]);
  const chosen = nemeses.filter(() => random.chance(share));
  if (chosen.length === 0) return;
  victim.trace(() => `trouble: ${chosen.map(({ name }) => name).join(', ')}`);
  const longestUs = random.pick([300_000, 1_000_000, 2_000_000]);
  const strike = (): void => {
    if (!victim.isStormy) return;
    const nemesis = random.weighted(chosen);
    victim.note(nemesis.name);
    nemesis.strike(victim);
    scheduler.after(random.between(1_000, longestUs), null, strike);
  };
  scheduler.after(random.between(1_000, longestUs), null, strike);
}

/** Makes it so for a while. */
function during<T extends object>(victim: Victim, target: T, change: Partial<T>): void {
  const before = Object.fromEntries(Object.keys(change).map((key) => [key, target[key as keyof T]]));
  Object.assign(target, change);
  const { scheduler, random } = victim;
  scheduler.after(random.between(10_000, 3_000_000), null, () => {
    if (victim.isStormy) Object.assign(target, before);
  });
}

/** The process ends, and while it is down a bit turns over: mostly where it hurts, at the end of the log. */
function rot(victim: Victim): void {
  const { disk, random } = victim;
  victim.endProcess('kill');
  // A power cut and a rotten bit within one second are more than is promised.
  const kind = victim.isHighWaterStale
    ? /snapshot-.*bin$/
    : random.pick([/journal-0.*log$/, /journal-0.*log$/, /snapshot-.*bin$/, /high-water$/]);
  const paths = [...disk.names.keys()].filter((path) => kind.test(path)).sort();
  const path = random.chance(0.8) ? paths.at(-1) : paths[0];
  if (path === undefined || disk.flips.some((flip) => isOtherWitness(flip.path, path))) return;
  const { cached } = disk.names.get(path)!;
  let used = cached.length;
  while (used > 0 && cached[used - 1] === 0) used--;
  if (used === 0) return;
  const from = random.chance(0.5) ? Math.max(0, used - 150) : 0;
  disk.flip(path, random.between(from, used - 1), random.between(0, 7));
}

/** The log and the high-water file vouch for each other: that both rot in one downtime is more than is promised. */
function isOtherWitness(rotten: string, path: string): boolean {
  const isHighWater = path.endsWith('high-water');
  return rotten.endsWith('high-water') ? path.endsWith('.log') : isHighWater && rotten.endsWith('.log');
}
