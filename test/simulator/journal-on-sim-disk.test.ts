/** Faults of the journal that the simulator found, each alone on the simulated disk. */
import { expect, test } from 'vitest';
import { systemClock } from '../../server/system/clock.ts';
import { type Disk, type Journal, openJournal } from '../../server/journal/index.ts';
import { mount } from './mounted-disk.ts';
import { Random } from './random.ts';
import { type Life, Scheduler } from './scheduler.ts';
import { DIRECTORY, DiskError, SimDisk } from './sim-disk.ts';

const SEGMENT_BYTES = 4096;

class Machine {
  readonly failures: string[] = [];
  readonly seen: number[] = [];
  readonly disk: SimDisk;
  private readonly random: Random;
  private readonly scheduler: Scheduler;
  private life: Life = { isAlive: false };

  constructor(seed: number) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random);
    this.disk = new SimDisk(this.random, 100 * SEGMENT_BYTES);
  }

  /** A new process, after the one before was killed. */
  open(alter: (disk: Disk) => Disk = (disk) => disk): Journal {
    this.life.isAlive = false;
    this.life = { isAlive: true };
    this.seen.length = 0;
    this.disk.finishCalls();
    const { disk, scheduler, random, life } = this;
    const faults = { errors: 0, ends: 0, shortTransfers: 0, slowestUs: 40 };
    const mounted = mount({ disk, scheduler, random, life, faults, end: () => {} });
    const options = { directory: DIRECTORY, segmentBytes: SEGMENT_BYTES, disk: alter(mounted) };
    const onFailure = (error: Error): void => void this.failures.push(error.message);
    const stopped = { ...systemClock, every: () => () => {} };
    return openJournal({ ...options, clock: stopped, onFailure }, 0, (unit) => {
      for (let i = 0; i < unit.count; i++) this.seen.push(unit.firstSeq + i);
    });
  }

  /** Answers whether the disk took it. */
  async append(journal: Journal, seq: number, bytes = 100): Promise<boolean> {
    journal.append(seq, Buffer.alloc(bytes, 'x'));
    const failures = this.failures.length;
    const isDone = (): boolean => journal.durableSeq >= seq || this.failures.length > failures;
    await new Promise((resolve) => void setImmediate(resolve));
    await this.scheduler.runUntil(isDone, Infinity);
    return journal.durableSeq >= seq;
  }
}

test('FLT-14 what a start read back after a failed sync is on the disk before it counts', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const machine = new Machine(seed);
    const journal = machine.open();
    expect(await machine.append(journal, 1)).toBe(true);
    const failing = machine.open((disk) => ({
      ...disk,
      async syncDataLater() {
        machine.disk.failSync(machine.disk.names.get(`${DIRECTORY}/journal-00000001.log`)!);
        throw new DiskError('EIO', 'sync');
      },
    }));
    expect(await machine.append(failing, 2)).toBe(false);
    const again = machine.open();
    if (again.durableSeq === 2) expect(await machine.append(again, 3)).toBe(true);
    const { durableSeq } = again;
    machine.disk.cutPower();
    machine.open();
    expect(machine.seen, `seed ${seed}`).toEqual([1, 2, 3].slice(0, durableSeq));
  }
});

test('FLT-14 a segment whose name was not yet durable at a kill keeps what the next process appends', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const machine = new Machine(seed);
    const first = machine.open();
    expect(await machine.append(first, 1, 3_900)).toBe(true);
    let isKilled = false;
    const dying = machine.open((disk) => ({
      ...disk,
      sync(file) {
        if (isKilled) throw new Error('killed');
        disk.sync(file);
      },
      rename(from, to) {
        disk.rename(from, to);
        isKilled = to.endsWith('2.log');
      },
    }));
    expect(await machine.append(dying, 2, 3_900)).toBe(false);
    const next = machine.open();
    expect(await machine.append(next, 2), machine.failures.join()).toBe(true);
    machine.disk.cutPower();
    machine.open();
    expect(machine.seen, `seed ${seed}`).toEqual([1, 2]);
  }
});
