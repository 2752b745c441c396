/** The simulated disk as one process uses it: its open files, the time that calls take, and the faults they meet. */
import type { Disk, Span } from '../../server/journal/index.ts';
import type { Random } from './random.ts';
import type { Life, Scheduler } from './scheduler.ts';
import { DIRECTORY, DiskError, Inode, type SimDisk } from './sim-disk.ts';

/** Stands for the end of the process in the middle of its code. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

export interface DiskFaults {
  /** Chances for each call. */
  errors: number;
  ends: number;
  shortTransfers: number;
  /** The longest that a call beside the event loop takes. */
  slowestUs: number;
}

export interface MountOptions {
  readonly disk: SimDisk;
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** The process. */
  readonly life: Life;
  readonly faults: DiskFaults;
  /** The process ends here and now. */
  readonly end: (operation: string) => void;
}

export function mount(options: MountOptions): Disk {
  const { disk, random, life, faults, scheduler } = options;
  const files = new Map<number, { readonly path: string; readonly inode: Inode | null }>();
  let nextFile = 3;

  let before = '';
  /** Ends the process at random between two calls, most often right after a rename, and throws for every call after its end. */
  const enter = (operation: string): void => {
    if (life.isAlive && random.chance(before === 'rename' ? faults.ends * 30 : faults.ends)) options.end(operation);
    before = operation;
    if (!life.isAlive) throw new ProcessEnded(operation);
  };
  const mayFail = (operation: string): void => {
    if (random.chance(faults.errors)) throw new DiskError('EIO', operation);
  };
  const inodeOf = (file: number): Inode => files.get(file)!.inode!;
  const find = (path: string): Inode => {
    const inode = disk.names.get(path);
    if (!inode) throw new DiskError('ENOENT', path);
    return inode;
  };
  const part = (length: number): number =>
    length > 1 && random.chance(faults.shortTransfers) ? random.between(1, length) : length;
  const write = (file: number, { bytes, offset, length, position }: Span): number => {
    mayFail('write');
    const source = Buffer.from(bytes.buffer, bytes.byteOffset + offset, part(length));
    return disk.write(inodeOf(file), position, source);
  };
  const sync = (file: number): void => {
    const { inode } = files.get(file)!;
    if (!inode) return disk.syncNames();
    if (random.chance(faults.errors)) {
      disk.failSync(inode);
      throw new DiskError('EIO', 'sync');
    }
    disk.sync(inode);
  };
  const rename = (from: string, to: string): void => {
    const inode = find(from);
    disk.rename({ path: to, inode }, { path: from, inode: null });
  };
  /** The kernel does it at its time; the process hears of it later, if it still lives. */
  const later = async <T>(operation: string, act: () => T): Promise<T> => {
    enter(operation);
    return await new Promise((resolve, reject) => {
      const takesUs = random.between(20, random.between(40, faults.slowestUs));
      const call = (): void => {
        if (!disk.inFlight.delete(call)) return;
        let answer: () => void;
        try {
          const result = act();
          answer = () => resolve(result);
        } catch (error) {
          answer = () => reject(error as Error);
        }
        scheduler.after(random.between(0, takesUs), life, answer);
      };
      disk.inFlight.add(call);
      scheduler.after(random.between(0, takesUs), null, call);
    });
  };

  return {
    exists: (path) => (enter('exists'), disk.names.has(path)),
    sizeOf: (path) => (enter('size'), disk.names.get(path)?.cached.length ?? 0),
    list: () => (enter('list'), [...disk.names.keys()].map((path) => path.slice(DIRECTORY.length + 1))),
    freeBytes: () => (enter('free'), disk.freeBytes),
    open(path, flags) {
      enter('open');
      if (flags === 'w' && !disk.names.has(path)) disk.rename({ path, inode: new Inode() });
      const inode = path === DIRECTORY ? null : find(path);
      if (flags === 'w' && inode!.cached.length > 0) disk.truncate(inode!, 0);
      files.set(nextFile, { path, inode });
      return nextFile++;
    },
    close: (file) => (enter('close'), void files.delete(file)),
    read(file, { bytes, offset, length, position }) {
      enter('read');
      mayFail('read');
      return inodeOf(file).cached.copy(bytes, offset, position, position + part(length));
    },
    write: (file, span) => (enter('write'), write(file, span)),
    truncate: (file, length) => (enter('truncate'), disk.truncate(inodeOf(file), length)),
    sync: (file) => (enter('sync'), sync(file)),
    syncData: (file) => (enter('sync data'), sync(file)),
    rename: (from, to) => (enter('rename'), rename(from, to)),
    remove: (path) => (enter('remove'), find(path), disk.rename({ path, inode: null })),
    writeLater: (file, span) => later('write later', () => write(file, span)),
    syncLater: (file) => later('sync later', () => sync(file)),
    syncDataLater: (file) => later('sync data later', () => sync(file)),
    renameLater: (from, to) => later('rename later', () => rename(from, to)),
  };
}
