/** A snapshot of format 4, which knew no small balances, kept as it was written: it means what the commands behind it meant. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCore, decodeCommand, restoreCore } from '../index.ts';

const fixture = JSON.parse(readFileSync(new URL('./fixtures/format-4.json', import.meta.url), 'utf8')) as {
  readonly commands: number;
  readonly journal: string;
  readonly snapshot: string;
};

test('a snapshot of format 4 gives the state that its commands give', () => {
  const bytes = Buffer.from(fixture.journal, 'base64');
  const core = createCore({ checkInvariants: true });
  for (let offset = 0; offset < bytes.length;) {
    const { command, next } = decodeCommand(bytes, offset);
    core.apply(command, () => {});
    offset = next;
  }
  expect(core.lastSeq).toBe(fixture.commands);
  const snapshot = Buffer.from(fixture.snapshot, 'base64');
  expect(snapshot.readUInt32LE(4)).toBe(4);
  const restored = restoreCore(snapshot, { checkInvariants: true });
  expect(restored.stateHash()).toBe(core.stateHash());
  expect(restored.dust(1, core.lastTimeMs).waitsUntilMs).toBe(0);
});
