/** HTTP requests from any address of this machine, which `fetch` cannot send: limits are counted by address. */
import { type Agent, request } from 'node:http';

export interface Sent {
  /** Such as 127.0.0.2. */
  readonly from: string;
  /** The whole address. */
  readonly url: string;
  /** GET unless it is said, or POST with a body. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Keeps connections; else each request has one as Node's own agent gives it. */
  readonly agent?: Agent;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export function sendFrom({ from, url, body, method, headers = {}, agent }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        localAddress: from,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers,
        ...(agent === undefined ? {} : { agent }),
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => {
          const lines = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
          resolve({ status: answer.statusCode ?? 0, headers: new Headers(lines), text });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Used request weight of the minute, from the answer's header; 0 without one. */
export const usedWeight = ({ headers }: Answer): number => Number(headers.get('x-mbx-used-weight-1m') ?? 0);
