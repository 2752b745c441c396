/**
 * What a snapshot costs to write, to load, and those who trade meanwhile. In it are `size` users with a balance in two assets and a resting
 * spot order each, a tenth of them with a position in each contract; every deposit has a key.
 */
import { restoreCore } from '../../core/index.ts';
import { DAY_MS } from '../../core/protocol/durations.ts';
import { HOST_OPTIONS } from '../../server/system/host-options.ts';
import { type Waits, waitsBesideSnapshot } from './beside-snapshot.ts';
import { exchangeOf } from './holders.ts';
import { type Growth, median } from './exponent.ts';
import { addSpot } from './spot-users.ts';

const SIZES = [10_000, 50_000, 200_000];
const LARGEST = 1_000_000;
const CONTRACTS = [1, 8];
const ROUNDS = 3;
const KEYS_GONE_MS = 31 * DAY_MS;

interface Costs {
  readonly write: number;
  readonly load: number;
  /** When the keys of all deposits have aged out. */
  readonly loadWithoutKeys: number;
  readonly megabytes: number;
}

/** In milliseconds, medians. `--largest` adds a million users. */
export async function snapshotGrowth(): Promise<Growth[]> {
  const sizes = process.argv.includes('--largest') ? [...SIZES, LARGEST] : SIZES;
  void costsOf(2_000, 2);
  const rows = CONTRACTS.flatMap((contracts) => {
    const costs = sizes.map((size) => costsOf(size, contracts));
    const of = `of so many users with an order each, a tenth of them with positions in ${contracts === 1 ? 'one contract' : `${contracts} contracts`}`;
    const row = (what: string, cost: keyof Costs, unit: string): Growth => ({
      what: `${what} ${of}`,
      unit,
      points: sizes.map((size, at) => [size, costs[at]![cost]] as const),
    });
    return [
      row('the bytes', 'megabytes', 'MB'),
      row('writing', 'write', 'ms'),
      row('loading', 'load', 'ms'),
      row('loading, 31 days later, when no key of a deposit is left,', 'loadWithoutKeys', 'ms'),
    ];
  });
  const waits: Waits[] = [];
  for (const size of sizes) waits.push(await medianWaits(size));
  return [
    ...rows,
    {
      what: 'the longest wait of an order while a snapshot of so many users is made beside the engine (median of three rounds)',
      unit: 'ms',
      points: sizes.map((size, at) => [size, waits[at]!.beside] as const),
      beside: { what: 'the longest while none is', costs: waits.map(({ alone }) => alone) },
    },
    {
      what: '99 of 100 orders wait no longer meanwhile (median of three rounds)',
      unit: 'ms',
      points: sizes.map((size, at) => [size, waits[at]!.most] as const),
    },
    {
      what: 'how long the making takes beside orders that come one after the other',
      unit: 'ms',
      points: sizes.map((size, at) => [size, waits[at]!.making] as const),
    },
  ];
}

/** Each figure is the median of the rounds. */
async function medianWaits(size: number): Promise<Waits> {
  const rounds: Waits[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await waitsBesideSnapshot(size, CONTRACTS[0]!));
  const of = (which: keyof Waits): number => median(rounds.map((waits) => waits[which]));
  return { alone: of('alone'), beside: of('beside'), most: of('most'), making: of('making') };
}

function costsOf(size: number, contracts: number): Costs {
  const { x } = exchangeOf(size / 10, contracts);
  addSpot(x, size);
  // With the hashes of the server.
  const core = restoreCore(x.core.snapshot(), HOST_OPTIONS);
  let bytes = core.snapshot();
  const write = medianTime(() => void (bytes = core.snapshot()));
  const load = medianTime(() => void restoreCore(bytes, HOST_OPTIONS));
  const later = { seq: core.lastSeq + 1, timeMs: x.timeMs + KEYS_GONE_MS };
  core.apply({ kind: 'Clock', ...later }, () => {});
  const withoutKeys = core.snapshot();
  const loadWithoutKeys = medianTime(() => void restoreCore(withoutKeys, HOST_OPTIONS));
  return { write, load, loadWithoutKeys, megabytes: bytes.length / 1e6 };
}

function medianTime(run: () => void): number {
  return median(Array.from({ length: ROUNDS }, () => timed(run)));
}

function timed(run: () => void): number {
  const before = performance.now();
  run();
  return performance.now() - before;
}
