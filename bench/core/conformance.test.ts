import { describe, expect, it } from 'vitest';
import { ConformanceRun } from './conformance.ts';
import { CANCEL, GTC, IOC, Random, RECORD, REPLACE } from './records.ts';

function record(type: number, side: number, uid: number, id: number, ticks: number, lots: number): number[] {
  return [type | (side << 8), uid, id, ticks, 0, lots, 0, 0];
}

function report(records: Int32Array): string[] {
  const lines: string[] = [];
  const run = new ConformanceRun(records, (line) => lines.push(line));
  run.run(0, records.length / RECORD);
  expect(run.defects()).toEqual([]);
  return lines;
}

/** The plainest book: one list a side, searched from its start. */
class PlainBook {
  readonly lines: string[] = [];
  private readonly sides: { id: number; ticks: number; lots: number }[][] = [[], []];

  play(records: Int32Array): string[] {
    for (let seq = 0; seq * RECORD < records.length; seq += 1) {
      const at = seq * RECORD;
      const [head, , id, ticks, , lots] = records.subarray(at, at + RECORD);
      const type = head! & 255;
      const found = this.sides.findIndex((orders) => orders.some((order) => order.id === id));
      if (type === GTC || type === IOC) {
        this.lines.push(`0,${seq},${head! >> 8},${id},${ticks},${lots}`);
        const rest = this.enter(seq, head! >> 8, id!, ticks!, lots!, type === GTC);
        if (type === IOC && rest > 0) this.lines.push(`2,${seq},${head! >> 8},${id},${ticks}`);
      } else if (found < 0) {
        this.lines.push(`${type === CANCEL ? 4 : 5},${seq},${id}`);
      } else {
        const old = this.takeOut(found, id!);
        if (type === CANCEL) this.lines.push(`2,${seq},${found},${id},${old.ticks}`);
        else {
          this.enter(seq, found, id!, ticks!, lots!, true);
          this.lines.push(`3,${seq},${found},${id},${ticks},${lots}`);
        }
      }
    }
    return this.lines;
  }

  private takeOut(side: number, id: number): { ticks: number } {
    const orders = this.sides[side]!;
    return orders.splice(
      orders.findIndex((order) => order.id === id),
      1,
    )[0]!;
  }

  private enter(seq: number, side: number, id: number, ticks: number, lots: number, rests: boolean): number {
    const makers = this.sides[1 - side]!;
    let left = lots;
    while (left > 0 && makers.length > 0 && (side === 0 ? makers[0]!.ticks <= ticks : makers[0]!.ticks >= ticks)) {
      const maker = makers[0]!;
      const traded = Math.min(left, maker.lots);
      this.lines.push(`1,${seq},${maker.ticks},${traded},${maker.id},${id}`);
      left -= traded;
      maker.lots -= traded;
      if (maker.lots === 0) makers.shift();
    }
    if (rests && left > 0) {
      const own = this.sides[side]!;
      const behind = own.findIndex((order) => (side === 0 ? order.ticks < ticks : order.ticks > ticks));
      own.splice(behind < 0 ? own.length : behind, 0, { id, ticks, lots: left });
    }
    return left;
  }
}

describe('the conformance report (engine 9, XB-3)', () => {
  it('tells every line of a small file', () => {
    const records = Int32Array.from(
      [
        record(GTC, 1, 7, 1, 100, 5),
        record(GTC, 1, 7, 2, 101, 5),
        record(IOC, 0, 7, 3, 100, 8),
        record(CANCEL, 0, 0, 1, 0, 0),
        record(REPLACE, 1, 0, 2, 99, 4),
        record(GTC, 0, 9, 4, 99, 1),
        record(GTC, 0, 9, 5, 98, 2),
        record(REPLACE, 0, 9, 5, 99, 7),
        record(REPLACE, 0, 9, 2, 99, 7),
        record(CANCEL, 0, 9, 5, 0, 0),
        record(CANCEL, 0, 9, 77, 0, 0),
      ].flat(),
    );
    expect(report(records).join('\n')).toBe(
      [
        '0,0,1,1,100,5',
        '0,1,1,2,101,5',
        '0,2,0,3,100,8',
        '1,2,100,5,1,3',
        '2,2,0,3,100',
        '4,3,1',
        '3,4,1,2,99,4',
        '0,5,0,4,99,1',
        '1,5,99,1,2,4',
        '0,6,0,5,98,2',
        '1,7,99,3,2,5',
        '3,7,0,5,99,7',
        '5,8,2',
        '2,9,0,5,99',
        '4,10,77',
      ].join('\n'),
    );
  });

  it('agrees with an independent plain book on random records', () => {
    const seed = Number(process.env['SEED'] ?? 20_261_121);
    for (let round = 0; round < 20; round += 1) {
      const random = new Random(seed + round);
      const records: number[] = [];
      let lastId = 0;
      for (let i = 0; i < 3_000; i += 1) {
        const draw = random.below(100);
        const [side, uid, ticks, lots] = [random.below(2), random.below(4), 1 + random.below(60), 1 + random.below(30)];
        // One in ten names an order that never was.
        const known = 1 + random.below(lastId + Math.ceil(lastId / 10) + 1);
        if (draw < 45) records.push(...record(GTC, side, uid, (lastId += 1), ticks, lots));
        else if (draw < 60) records.push(...record(IOC, side, uid, (lastId += 1), ticks, lots));
        else if (draw < 78) records.push(...record(CANCEL, side, uid, known, 0, 0));
        else records.push(...record(REPLACE, side, uid, known, ticks, lots));
      }
      const typed = Int32Array.from(records);
      expect(report(typed).join('\n'), `seed ${seed + round}`).toBe(new PlainBook().play(typed).join('\n'));
    }
  });
});
