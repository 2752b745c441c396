/** Pages per second under a closed loop: each connection asks for the next page when it has the last one whole. */
import { Agent, get } from 'node:http';

export interface PageLoad {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Bytes of one answer as sent, possibly compressed. */
  readonly bytes: number;
}

export interface PageLoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly acceptEncoding: string;
  /** Of a session; empty: a visitor. */
  readonly cookie?: string;
}

export async function loadPages({
  url,
  connections,
  seconds,
  acceptEncoding,
  cookie = '',
}: PageLoadOptions): Promise<PageLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { accept: 'text/html', 'accept-encoding': acceptEncoding, ...(cookie === '' ? {} : { cookie }) };
  const durations: number[] = [];
  let bytes = 0;
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      const sent = performance.now();
      bytes = await askOnce(url, agent, headers);
      durations.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  const took = (performance.now() - begun) / 1_000;
  agent.destroy();
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: Math.round(sorted.length / took), p50Ms: at(0.5), p99Ms: at(0.99), bytes };
}

/** A wrong answer ends the run: a fast error page is no page. */
function askOnce(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (answer) => {
      let bytes = 0;
      const isPage = answer.statusCode === 200 && answer.headers['content-type']?.startsWith('text/html');
      if (!isPage) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}
