/**
 * Bytes that the first format wrote, kept as they were: they are read for ever, and mean what they meant. Where a later version of
 * the rules answers these commands otherwise, the digests are not made anew: the replay is then taken out, the reading stays.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CoreEvent, Outcome } from '../protocol/events.ts';
import { createCore, decodeCommand, restoreCore } from '../index.ts';

interface Fixture {
  readonly commands: number;
  readonly journal: string;
  readonly snapshot: string;
  readonly eventsSha256: string;
  readonly outcomesSha256: string;
}

const fixture = JSON.parse(
  readFileSync(new URL('./fixtures/format-1.json', import.meta.url), 'utf8'),
) as unknown as Fixture;

/** Fields that came later are neutral in everything that the first format could say, and no part of its digests. */
const LATER: Readonly<Record<string, number>> = {
  stopPrice: 0,
  deltaBips: 0,
  activationPrice: 0,
  displayQuantity: 0,
  ocoId: 0,
  version: 1,
};

/** Said since then in addition, of any value. */
const TOLD_LATER: ReadonlySet<string> = new Set(['makerRate', 'takerRate', 'makerFeeRest', 'takerFeeRest']);

function digest(value: unknown): string {
  const text = JSON.stringify(value, (key, field: unknown) => {
    if (TOLD_LATER.has(key)) return undefined;
    if (key in LATER) {
      expect(field).toBe(LATER[key]);
      return undefined;
    }
    return typeof field === 'bigint' ? `${field}n` : field;
  });
  return createHash('sha256').update(text).digest('hex');
}

test('a journal of format 1 replays to the same events, answers and state', () => {
  const bytes = Buffer.from(fixture.journal, 'base64');
  const core = createCore({ checkInvariants: true });
  const events: CoreEvent[] = [];
  const outcomes: Outcome[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const { command, next } = decodeCommand(bytes, offset);
    outcomes.push(core.apply(command, (event) => events.push(event)));
    offset = next;
  }
  expect(outcomes.length).toBe(fixture.commands);
  expect(digest(events)).toBe(fixture.eventsSha256);
  expect(digest(outcomes)).toBe(fixture.outcomesSha256);
  const restored = restoreCore(Buffer.from(fixture.snapshot, 'base64'), { checkInvariants: true });
  expect(restored.stateHash()).toBe(core.stateHash());
});
