/** Heap of the server's threads after a garbage collection, read by Node's inspector. */
import WebSocket from 'ws';

/** For the environment of the server. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Bytes of the V8 heap and of buffers beside it, by thread. */
export interface CollectedHeap {
  readonly mainBytes: number;
  readonly engineBytes: number;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly sessionId: string;
    readonly message: string;
    readonly workerInfo: { readonly url: string };
  };
  readonly result?: { readonly result?: { readonly value?: unknown } };
}
type Ask = (method: string, params?: object) => Promise<Message>;

/** `output`: what the server printed, the inspector's address among it. Throws without one, or without the engine's thread. */
export async function collectedHeap(output: string): Promise<CollectedHeap> {
  const address = /Debugger listening on (ws:\S+)/.exec(output)?.[1];
  if (address === undefined) throw new Error(`the server tells no address of its inspector: ${output.slice(0, 300)}`);
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const main = asker((text) => socket.send(text));
  const engine = asker((message) => void main.ask('NodeWorker.sendMessageToWorker', { sessionId: session, message }));
  let session = '';
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as Message;
    const { params } = message;
    if (
      message.method === 'NodeWorker.attachedToWorker' &&
      /engine\/(?:[^/]+\/)?worker\.m?[jt]s$/.test(params!.workerInfo.url)
    )
      session = params!.sessionId;
    else if (message.method === 'NodeWorker.receivedMessageFromWorker' && params!.sessionId === session)
      engine.hear(JSON.parse(params!.message) as Message);
    else main.hear(message);
  });
  try {
    await main.ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
    if (session === '') throw new Error('the server has no thread of the engine');
    return { mainBytes: await heldBy(main.ask), engineBytes: await heldBy(engine.ask) };
  } finally {
    socket.terminate();
  }
}

async function heldBy(ask: Ask): Promise<number> {
  // The first collection may make more garbage collectable.
  for (let round = 0; round < 2; round += 1) await ask('HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
  return Number(result?.result?.value);
}

/** Questions with numbers, and who waits for their answers. */
function asker(send: (text: string) => void): { readonly ask: Ask; hear(message: Message): void } {
  const waiting = new Map<number, (message: Message) => void>();
  let last = 0;
  return {
    ask: (method, params = {}) =>
      new Promise((resolve) => {
        waiting.set((last += 1), resolve);
        send(JSON.stringify({ id: last, method, params }));
      }),
    hear(message) {
      if (message.id === undefined) return;
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    },
  };
}
