import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { createCore, unpackEvents } from '@agio/core';
import { expect, test } from 'vitest';
import { type FromEngine, movedWith } from './messages.ts';

test('the rows of events move to the other thread whole, and are not copied', async () => {
  const core = createCore();
  core.applyPacked({ kind: 'CreateAsset', asset: 'BTC', scale: 8, seq: 1, timeMs: 1 });
  const events = [core.takeTold(), core.takeTold()];
  const expected = unpackEvents(events);
  expect(expected).toHaveLength(1);
  const { port1, port2 } = new MessageChannel();
  const message: FromEngine = { kind: 'durable', seq: 1, firstSeq: 1, events, answers: [] };
  const arrived = once(port2, 'message');
  port1.postMessage(message, movedWith(message));
  const [received] = (await arrived) as [Extract<FromEngine, { kind: 'durable' }>];
  port1.close();
  expect(unpackEvents(received.events)).toEqual(expected);
  expect(events.map(({ numbers }) => numbers.length)).toEqual([0, 0]);
});
