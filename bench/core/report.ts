/** The benchmark's figures as one object, and as a table. */
import type { ChildResult, EngineName } from './child.ts';
import type { Workload } from './records.ts';

export interface Row {
  readonly engine: EngineName;
  readonly wanted: number;
  readonly commands: number;
  /** Did it run the whole workload? */
  readonly isWhole: boolean;
  readonly rounds: ChildResult[];
}

type Speed = 'perSecond' | 'perCpuSecond';

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
const speedOf = (rounds: readonly ChildResult[], speed: Speed = 'perSecond'): number =>
  median(rounds.map((round) => median(round[speed])));
const million = (perSecond: number): string => (perSecond / 1e6).toFixed(perSecond < 1e6 ? 3 : 2);

/** Median of the ratios within the same round. */
function ratioOf(rounds: readonly ChildResult[], peer: readonly ChildResult[], speed: Speed): number {
  return median(rounds.map((round, i) => median(round[speed]) / median(peer[i]![speed])));
}

/** By level; the peer's figures beside ours. */
export function figuresOf(rows: readonly Row[]): Record<string, Record<string, unknown>> {
  const peer = rows.find(({ engine }) => engine === 'peer')!;
  const levels = rows.filter(({ engine }) => engine !== 'peer');
  return Object.fromEntries(levels.map((row) => [row.engine, figures(row, peer)]));
}

function figures({ engine, rounds, commands }: Row, peer: Row): Record<string, unknown> {
  const first = rounds[0]!;
  const common = {
    opsPerSecond: Math.round(speedOf(rounds)),
    peerOpsPerSecond: Math.round(speedOf(peer.rounds)),
    ratio: Number(ratioOf(rounds, peer.rounds, 'perSecond').toFixed(2)),
    commands,
    rounds: rounds.length,
  };
  if (engine === 'L4') {
    const { replayed } = first;
    const snapshots = rounds.flatMap(({ snapshot }) => snapshot ?? []);
    const of = (which: 'writeMs' | 'restoreMs'): number => median(snapshots.map((one) => one[which]));
    const times = { writeMs: of('writeMs'), restoreMs: of('restoreMs'), defects: undefined };
    return { ...common, replayed, ...(snapshots.length === 0 ? {} : { snapshot: { ...snapshots[0], ...times } }) };
  }
  return {
    ...common,
    cpuRatio: Number(ratioOf(rounds, peer.rounds, 'perCpuSecond').toFixed(2)),
    p50Ns: median(rounds.map(({ p50 }) => p50)),
    p99Ns: median(rounds.map(({ p99 }) => p99)),
    p999Ns: median(rounds.map(({ p999 }) => p999)),
    gcPauses: Math.round(median(rounds.map(({ collections }) => collections))),
    longestGcPauseMs: Number(Math.max(...rounds.map(({ longestPauseMs }) => longestPauseMs)).toFixed(2)),
    ...(first.offeredPerSecond === undefined
      ? {}
      : { offeredPerSecond: median(rounds.map((round) => round.offeredPerSecond ?? 0)) }),
    ...(first.refused === 0 ? {} : { refused: first.refused }),
  };
}

export function print(rows: readonly Row[], workload: Workload, say: (text: string) => void): void {
  const peer = rows.find(({ engine }) => engine === 'peer')!;
  say(
    '  engine   commands  rounds  M/s min / median / max            ratio    by CPU   p50 / p99 / p99.9 ns          GCs  longest ms  CPU   heap MiB',
  );
  for (const { engine, rounds, commands } of rows) {
    const all = rounds.map(({ perSecond }) => median(perSecond));
    const of = (pick: (result: ChildResult) => number): number => median(rounds.map(pick));
    const speed = `${million(Math.min(...all))} / ${million(median(all))} / ${million(Math.max(...all))}`;
    const pause = Math.max(...rounds.map((round) => round.longestPauseMs)).toFixed(1);
    const latency = `${of((r) => r.p50)} / ${of((r) => r.p99)} / ${of((r) => r.p999)}`;
    const ratios = [ratioOf(rounds, peer.rounds, 'perSecond'), ratioOf(rounds, peer.rounds, 'perCpuSecond')];
    say(
      `  ${engine.padEnd(8)} ${String(commands).padStart(8)}  ${String(rounds.length).padStart(6)}  ${speed.padEnd(30)}${ratios[0]!.toFixed(1).padStart(7)}x ${ratios[1]!.toFixed(1).padStart(8)}x   ` +
        `${latency.padEnd(28)}${of((r) => r.collections)
          .toFixed(0)
          .padStart(
            5,
          )}  ${pause.padStart(10)}  ${of((r) => r.cpuShare).toFixed(2)}  ${of((r) => r.heapMiB).toFixed(0)}`,
    );
    for (const line of notesOf(rounds)) say(`           ${line}`);
  }
  if (workload.trades !== null) say(`  ${workload.trades} trades, ${workload.resting} orders rest at the end`);
}

function notesOf(rounds: readonly ChildResult[]): string[] {
  const { offeredPerSecond, replayed, refused } = rounds[0]!;
  const notes: string[] = [];
  const offered = rounds.map((round) => round.offeredPerSecond ?? 0);
  if (offeredPerSecond !== undefined) {
    const [least, most] = [Math.min(...offered), Math.max(...offered)];
    const rates = least === most ? `${least}` : `${least} to ${most}`;
    notes.push(`until the disk has it, at ${rates} commands/s offered: the times above`);
  }
  if (replayed !== undefined)
    notes.push(`${replayed} commands read back from the journal and applied, as at a start: nobody hears their events`);
  const snapshots = rounds.flatMap(({ snapshot }) => snapshot ?? []);
  if (snapshots.length > 0) {
    const of = (which: 'writeMs' | 'restoreMs'): number => median(snapshots.map((one) => one[which]));
    const { orders, accounts, mebibytes } = snapshots[0]!;
    notes.push(
      `snapshot of ${orders} orders and ${accounts} accounts, ${mebibytes.toFixed(0)} MiB: made in ${(of('writeMs') / 1_000).toFixed(2)} s, restored in ${(of('restoreMs') / 1_000).toFixed(2)} s`,
    );
  }
  if (refused > 0) notes.push(`${refused} refused`);
  return notes;
}
