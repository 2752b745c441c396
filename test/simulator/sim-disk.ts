/**
 * A disk with a page cache in front. After a kill all written bytes are there; a power cut keeps synced ones and of the rest any sectors
 * it likes, each file's in any order; a sector is whole or not there. A failed sync leaves pages that read back and are not on the disk,
 * as Linux does.
 */
import type { Random } from './random.ts';

export const DIRECTORY = '/journal';
const SECTOR = 512;

export class DiskError extends Error {
  override readonly name = 'DiskError';
  readonly code: string;

  constructor(code: 'EIO' | 'ENOSPC' | 'ENOENT', operation: string) {
    super(`${code}: ${operation} (simulated)`);
    this.code = code;
  }
}

type Change =
  | { readonly kind: 'write'; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly length: number };

export class Inode {
  cached: Buffer = Buffer.alloc(0);
  durable: Buffer = Buffer.alloc(0);
  /** Made in the cache, not yet on the disk. */
  dirty: Change[] = [];
}

type Naming = { readonly path: string; readonly inode: Inode | null };

/** One bit that rotted. */
export interface Flip {
  readonly path: string;
  readonly inode: Inode;
  readonly position: number;
  readonly mask: number;
  /** Whether the flipped bit is still there, in the cache and on the disk: a later write over it takes it away. */
  inCache: boolean;
  inDurable: boolean;
}

export class SimDisk {
  readonly names = new Map<string, Inode>();
  readonly capacity: number;
  /** Bytes that others take. */
  fillerBytes = 0;
  flips: Flip[] = [];
  /** Calls that the kernel has taken and not yet done. */
  readonly inFlight = new Set<() => void>();
  private readonly random: Random;
  private readonly durableNames = new Map<string, Inode>();
  /** Each entry happens whole: a rename is two of them. */
  private dirtyNames: (readonly Naming[])[] = [];

  constructor(random: Random, capacity: number) {
    this.random = random;
    this.capacity = capacity;
  }

  get freeBytes(): number {
    let used = this.fillerBytes;
    for (const inode of this.names.values()) used += inode.cached.length;
    return Math.max(0, this.capacity - used);
  }

  rename(...changes: readonly Naming[]): void {
    this.dirtyNames.push(changes);
    for (const { path, inode } of changes) setName(this.names, path, inode);
  }

  /** Writes as much as there is room for. */
  write(inode: Inode, position: number, bytes: Buffer): number {
    const growth = position + bytes.length - inode.cached.length;
    const fits = growth <= 0 ? bytes.length : bytes.length - Math.max(0, growth - this.freeBytes);
    if (fits <= 0) throw new DiskError('ENOSPC', 'write');
    const change: Change = { kind: 'write', position, bytes: Buffer.from(bytes.subarray(0, fits)) };
    inode.cached = applied(inode.cached, change);
    inode.dirty.push(change);
    for (const flip of this.flips) if (covers(flip, inode, change)) flip.inCache = false;
    return fits;
  }

  truncate(inode: Inode, length: number): void {
    const change: Change = { kind: 'truncate', length };
    inode.cached = applied(inode.cached, change);
    inode.dirty.push(change);
    for (const flip of this.flips) if (covers(flip, inode, change)) flip.inCache = false;
  }

  sync(inode: Inode): void {
    for (const change of inode.dirty.splice(0)) this.harden(inode, change);
  }

  /** The error was reported: the kernel thinks these pages clean now, whatever reached the disk. */
  failSync(inode: Inode): void {
    for (const change of inode.dirty.splice(0)) if (this.random.chance(0.3)) this.harden(inode, change);
  }

  syncNames(): void {
    for (const { path, inode } of this.dirtyNames.splice(0).flat()) setName(this.durableNames, path, inode);
  }

  /** A killed process is gone only when the kernel is through with its last calls: no other one starts before. */
  finishCalls(): void {
    for (const call of this.inFlight) call();
  }

  /** The machine is gone: what the disk holds is all there is. */
  cutPower(): void {
    const { random } = this;
    this.inFlight.clear();
    const keptNames = random.between(0, this.dirtyNames.length);
    for (const { path, inode } of this.dirtyNames.splice(0).slice(0, keptNames).flat())
      setName(this.durableNames, path, inode);
    this.names.clear();
    const keep = random.pick([0, 0, 0.5, 0.9, 1]);
    for (const [path, inode] of this.durableNames) {
      this.names.set(path, inode);
      for (const change of inode.dirty.splice(0)) {
        if (change.kind === 'truncate') {
          if (random.chance(keep)) this.harden(inode, change);
        } else for (const part of sectorsOf(change)) if (random.chance(keep)) this.harden(inode, part);
      }
      inode.cached = Buffer.from(inode.durable);
    }
    for (const flip of this.flips) flip.inCache = flip.inDurable;
  }

  flip(path: string, position: number, bit: number): void {
    const inode = this.names.get(path)!;
    const flip = { path, inode, position, mask: 1 << bit, inCache: true, inDurable: position < inode.durable.length };
    this.flips.push(flip);
    turn(flip);
  }

  /** Restores the disk as from a backup: every rotted bit is as it was. */
  restoreFlips(): void {
    for (const flip of this.flips.splice(0).reverse()) turn(flip);
  }

  private harden(inode: Inode, change: Change): void {
    inode.durable = applied(inode.durable, change);
    for (const flip of this.flips) if (covers(flip, inode, change)) flip.inDurable = false;
  }
}

function setName(names: Map<string, Inode>, path: string, inode: Inode | null): void {
  if (inode) names.set(path, inode);
  else names.delete(path);
}

function applied(content: Buffer, change: Change): Buffer {
  if (change.kind === 'truncate') {
    const cut = Buffer.alloc(change.length);
    content.copy(cut);
    return cut;
  }
  const end = change.position + change.bytes.length;
  let target = content;
  if (end > content.length) {
    target = Buffer.alloc(end);
    content.copy(target);
  }
  change.bytes.copy(target, change.position);
  return target;
}

function* sectorsOf(change: Extract<Change, { kind: 'write' }>): Generator<Extract<Change, { kind: 'write' }>> {
  const end = change.position + change.bytes.length;
  for (let from = change.position; from < end;) {
    const to = Math.min(end, (Math.floor(from / SECTOR) + 1) * SECTOR);
    const bytes = change.bytes.subarray(from - change.position, to - change.position);
    yield { kind: 'write', position: from, bytes };
    from = to;
  }
}

function covers(flip: Flip, inode: Inode, change: Change): boolean {
  if (flip.inode !== inode) return false;
  if (change.kind === 'truncate') return change.length <= flip.position;
  return change.position <= flip.position && flip.position < change.position + change.bytes.length;
}

function turn({ inode, position, mask, inCache, inDurable }: Flip): void {
  if (inCache && position < inode.cached.length) inode.cached[position]! ^= mask;
  if (inDurable && position < inode.durable.length) inode.durable[position]! ^= mask;
}
