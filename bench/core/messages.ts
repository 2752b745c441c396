/**
 * What telling another thread costs (decision 087): the events of the maker flow as objects and as rows, made ready to be sent, read back,
 * and turned into events again: nanoseconds a command and the ratio. The copying is V8's own, as `postMessage` does it.
 */
import { deserialize, serialize } from 'node:v8';
import { createCore, unpackEvents } from '../../core/index.ts';
import { makeAllObjectsYoung } from '../../server/engine/v8-settings.ts';
import { Caller, commandOf } from './caller.ts';
import { makerFlow } from './workloads.ts';

const COMMANDS = 60_000;
const WARM = 20_000;
const RECORD_INTS = 8;

interface Costs {
  objects: number;
  rows: number;
}

/** Nanoseconds a command when so many commands share a message. */
function costs(turn: number): Costs & { events: number } {
  const { records, beside, stage } = makerFlow(COMMANDS);
  const core = createCore();
  const caller = new Caller(stage);
  caller.setUp(records, (body) => void core.applyPacked(commandOf(body, core.lastSeq + 1, caller.timeMs)));
  core.takeTold();
  const spent: Costs = { objects: 0, rows: 0 };
  let [commands, events] = [0, 0];
  for (let i = 0; i < records.length / RECORD_INTS; i += 1) {
    core.applyPacked(caller.command(records, beside, i, core.lastSeq + 1));
    if ((i + 1) % turn !== 0) continue;
    const began = performance.now();
    const told = unpackEvents(deserialize(serialize([core.takeTold()])) as Parameters<typeof unpackEvents>[0]);
    const between = performance.now();
    deserialize(serialize(told));
    if (i < WARM) continue;
    spent.objects += performance.now() - between;
    spent.rows += between - began;
    commands += turn;
    events += told.length;
  }
  const each = 1e6 / commands;
  return { objects: spent.objects * each, rows: spent.rows * each, events: events / commands };
}

export function printMessageCosts(say: (line: string) => void): void {
  makeAllObjectsYoung();
  say('\nEvents of one command of XB-1 to another thread, ns: written, copied, read');
  say('  commands a message   objects     rows    ratio   events a command');
  for (const turn of [5, 30, 200]) {
    const { objects, rows, events } = costs(turn);
    const ratio = `${(objects / rows).toFixed(1)}x`;
    const cells = [String(turn), objects.toFixed(0), rows.toFixed(0), ratio, events.toFixed(1)];
    say(`  ${cells.map((cell, at) => cell.padStart([18, 9, 8, 8, 8][at]!)).join(' ')}`);
  }
}
