/** XB-4 "many": XB-1 on many markets at once, every second one a contract. XB-5 "perp": XB-1 on one contract, with marks. */
import { BESIDE, DEPOSIT, FUNDING, IOC, MARK, MARKET_AT, RECORD, Random, TRANSFER, type Workload } from './records.ts';
import { makerFlow } from './workloads.ts';

const USERS = 10_000;
/** XB-5: how many commands lie between two marks, and between two times that users are led near their liquidation again. */
const MARK_EVERY = 1_000;
const ARM_EVERY = 20_000;
const THIN_USERS = 10;
const THIN_LOTS = 20;
/** How far past the last price they take, in ticks; and the units of one lot at one tick. */
const THIN_REACH = 200;
const LOT_VALUE = 1_000;

/** Markets take turns as an integer draw says; order ids are numbered through all of them. */
export function many(markets: number, commands: number): Workload {
  const flows = Array.from({ length: markets }, (_, i) => makerFlow(Math.floor(commands / markets), 1_000 + i, USERS));
  const prefill = flows.reduce((sum, flow) => sum + flow.prefill, 0);
  const count = flows.reduce((sum, flow) => sum + flow.records.length / RECORD, 0);
  const records = new Int32Array(count * RECORD);
  const beside = new Int32Array(count * BESIDE);
  const random = new Random(4);
  const positions = flows.map(() => 0);
  const ids = flows.map(() => new Map<number, number>());
  let lastId = 0;
  const copy = (to: number, market: number): void => {
    const flow = flows[market]!;
    const from = positions[market]!++;
    const at = to * RECORD;
    records.set(flow.records.subarray(from * RECORD, (from + 1) * RECORD), at);
    beside.set(flow.beside.subarray(from * BESIDE, (from + 1) * BESIDE), to * BESIDE);
    const own = ids[market]!;
    const id = own.get(records[at + 2]!) ?? (lastId += 1);
    own.set(records[at + 2]!, id);
    records[at + 2] = id;
    records[at + MARKET_AT] = market;
  };
  let to = 0;
  flows.forEach((flow, market) => {
    for (let i = 0; i < flow.prefill; i += 1) copy(to++, market);
  });
  const open = flows.map((_, market) => market);
  while (open.length > 0) {
    const at = random.below(open.length);
    const market = open[at]!;
    copy(to++, market);
    if (positions[market] === flows[market]!.records.length / RECORD) open.splice(at, 1);
  }
  const sum = (pick: (flow: Workload) => number): number => flows.reduce((all, flow) => all + pick(flow), 0);
  return {
    name: markets === 64 ? 'XB-4' : `XB-4 x ${markets}`,
    stage: { markets: flows.map((_, i) => (i % 2 === 0 ? 'spot' : 'perp')), users: USERS, thinUsers: 0 },
    prefill,
    records,
    beside,
    tradeHash: null,
    trades: sum((flow) => flow.trades!),
    bookHash: sum((flow) => flow.idFreeBookHash) | 0,
    idFreeBookHash: 0,
    resting: sum((flow) => flow.resting),
  };
}

/** Some of the orders that a thin user's liquidation meets are not there for those who would have met them: refusals count. */
export function perp(commands: number, fundingEvery: number): Workload {
  const flow = makerFlow(commands, 5);
  const { users } = flow.stage;
  const records: number[] = [];
  const beside: number[] = [];
  const write = (record: readonly number[], next: readonly number[] = [0, 0]): void => {
    for (const value of record) records.push(value);
    for (const value of next) beside.push(value);
  };
  let ticks = 60_000;
  let extraId = 1 << 20;
  const random = new Random(6);
  for (let i = 0; i < flow.records.length / RECORD; i += 1) {
    const done = i - flow.prefill;
    const record = flow.records.subarray(i * RECORD, (i + 1) * RECORD);
    if (done > 0 && done % MARK_EVERY === 0) write([MARK, 0, 0, ticks + random.below(301) - 150, 0, 0, 0, 0]);
    if (done > 0 && done % fundingEvery === 0) write([FUNDING, 0, 0, 0, 0, 0, 0, 0]);
    if (done > 0 && done % ARM_EVERY === 0) {
      for (let uid = users + 1; uid <= users + THIN_USERS; uid += 1) {
        // 1.4 % of the worth: margin at 125 times, fees, and what the limit may cost over the mark.
        const funds = Math.floor((ticks * THIN_LOTS * LOT_VALUE * 14) / 1_000);
        write([DEPOSIT, uid, 0, 0, 0, funds, 0, 0]);
        write([TRANSFER, uid, 0, 0, 0, funds, 0, 0]);
        const side = uid % 2;
        const limit = ticks + (side === 0 ? THIN_REACH : -THIN_REACH);
        write([IOC | (side << 8), uid, (extraId += 1), limit, 0, THIN_LOTS, 0, 0]);
      }
    }
    if ((record[0]! & 255) === IOC) ticks = record[3]! - (record[0]! >> 8 === 0 ? 3_000 : -3_000);
    write([...record], [...flow.beside.subarray(i * BESIDE, (i + 1) * BESIDE)]);
  }
  return {
    ...flow,
    name: 'XB-5',
    stage: { markets: ['perp'], users, thinUsers: THIN_USERS },
    records: Int32Array.from(records),
    beside: Int32Array.from(beside),
    tradeHash: null,
    trades: null,
    bookHash: null,
  };
}
