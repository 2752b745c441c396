import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { wireFrame } from './wire-frame.ts';

test('a client reads each message as it was, on both sides of every length at which the head of a frame grows', async () => {
  const texts = [0, 1, 125, 126, 65_535, 65_536, 200_000].map((length) => 'x'.repeat(length));
  const messages = [...texts, 'ä€😀', Buffer.from([0, 1, 255]), Buffer.alloc(70_000, 7)];
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, raw, head) =>
    sockets.handleUpgrade(request, raw, head, () => {
      for (const message of messages) raw.write(wireFrame(message));
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const read: (string | Buffer)[] = [];
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('message', (data: Buffer, isBinary) => {
      read.push(isBinary ? data : data.toString('utf8'));
      if (read.length === messages.length) resolve();
    });
  });
  client.terminate();
  server.close();
  expect(read).toEqual(messages);
});
