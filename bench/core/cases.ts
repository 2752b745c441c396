/** Which engines run which workload, and how much of it. */
import type { EngineName } from './child.ts';
import { many, perp } from './many.ts';
import { BESIDE, RECORD, type Workload } from './records.ts';
import { deepBook, makerFlow, ONE_MARKET } from './workloads.ts';

export interface Case {
  readonly key: string;
  readonly make: () => Workload;
  readonly warmUps: number;
  readonly passes: number;
  readonly engines: readonly { readonly engine: EngineName; readonly commands: number; readonly rounds: number }[];
  /** Users of L4's snapshot, two orders and two accounts each; 0 for none. */
  readonly snapshotUsers: number;
  readonly mayRefuse: boolean;
  /** Seconds after the start when no further round begins. */
  readonly until: number;
}

const MILLION = 1_000_000;

/** `file`: the records of XB-3, which runs only when given. */
export function casesOf(isQuick: boolean, file: Buffer | null): Case[] {
  const scale = isQuick ? 10 : 1;
  const some = (commands: number): number => Math.floor(commands / scale);
  const rounds = isQuick ? 1 : 3;
  const common = { warmUps: 1, passes: isQuick ? 1 : 2, snapshotUsers: 0, mayRefuse: false, until: 0 };
  const single = (peer: number): Case['engines'] => [
    { engine: 'L0', commands: Infinity, rounds },
    { engine: 'peer', commands: some(peer), rounds },
    { engine: 'L1', commands: Infinity, rounds },
    { engine: 'L2', commands: Infinity, rounds },
    { engine: 'L3', commands: Infinity, rounds },
    { engine: 'L4', commands: Infinity, rounds },
  ];
  const large = { ...common, passes: 1 };
  const product: Case['engines'] = [
    { engine: 'peer', commands: some(0.2 * MILLION), rounds },
    { engine: 'L1', commands: Infinity, rounds },
    { engine: 'L2', commands: some(0.1 * MILLION), rounds: 1 },
  ];
  const cases: Case[] = [
    {
      ...common,
      key: 'xb1',
      until: 150,
      make: () => makerFlow(some(3 * MILLION)),
      engines: single(0.5 * MILLION),
      snapshotUsers: some(0.5 * MILLION),
    },
    { ...common, key: 'xb2', until: 330, make: () => deepBook(some(3 * MILLION)), engines: single(0.15 * MILLION) },
  ];
  if (file !== null)
    cases.push({
      ...common,
      key: 'xb3',
      until: 360,
      make: () => conformance(file),
      engines: [
        { engine: 'L0', commands: Infinity, rounds },
        { engine: 'peer', commands: some(0.2 * MILLION), rounds },
        { engine: 'L1', commands: Infinity, rounds },
      ],
    });
  return [
    ...cases,
    { ...large, key: 'xb4', until: 420, make: () => many(64, some(0.5 * MILLION)), engines: product },
    { ...large, key: 'xb4x256', make: () => many(256, some(0.3 * MILLION)), engines: product.slice(0, 2) },
    {
      ...common,
      key: 'xb5',
      until: 480,
      make: () => perp(some(0.6 * MILLION), some(0.5 * MILLION)),
      engines: product,
      mayRefuse: true,
    },
  ];
}

function conformance(file: Buffer): Workload {
  const records = new Int32Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  return {
    name: 'XB-3',
    stage: ONE_MARKET,
    prefill: 0,
    records,
    beside: new Int32Array((records.length / RECORD) * BESIDE),
    tradeHash: null,
    trades: null,
    bookHash: null,
    idFreeBookHash: 0,
    resting: 0,
  };
}
