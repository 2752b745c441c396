/** What the server's main thread still holds once everything that nobody refers to is gone: asked for by Node's inspector. */
import WebSocket from 'ws';

/** For the environment of the server. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** `output`: what the server printed, the inspector's address among it. Bytes of the heap and of buffers beside it. */
export async function collectedHeap(output: string): Promise<number> {
  const address = /Debugger listening on (ws:\S+)/.exec(output)?.[1];
  if (address === undefined) throw new Error(`the server tells no address of its inspector: ${output.slice(0, 300)}`);
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let last = 0;
  const ask = (method: string, params: object = {}): Promise<{ readonly result: { readonly value?: unknown } }> => {
    const id = (last += 1);
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => {
      const hear = (data: Buffer): void => {
        const answer = JSON.parse(data.toString('utf8')) as { id?: number; result: { result: { value?: unknown } } };
        if (answer.id !== id) return;
        socket.off('message', hear);
        resolve(answer.result as never);
      };
      socket.on('message', hear);
    });
  };
  try {
    // What is freed by the first may free more.
    for (let round = 0; round < 2; round += 1) await ask('HeapProfiler.collectGarbage');
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
    const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
    return Number(result.value);
  } finally {
    socket.terminate();
  }
}
