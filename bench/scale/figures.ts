/** What a running exchange tells its operator of itself, and the system of its process. */
import { existsSync, readFileSync } from 'node:fs';
import type { OperatorAccess } from '../../test/trader.ts';

/** One of the figures of /metrics. Throws where there is none of that name. */
export async function figureOf(
  server: Pick<OperatorAccess, 'operatorToken'> & { readonly url: string },
  name: string,
): Promise<number> {
  const headers = { authorization: `Bearer ${server.operatorToken()}` };
  const text = await fetch(`${server.url}/metrics`, { headers }).then((answer) => answer.text());
  const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`the exchange does not tell ${name}`);
  return Number(found);
}

const TICKS_A_SECOND = 100;

/** Milliseconds of processor time that a process has used so far, all its threads together; 0 where the system does not tell (Linux does). */
export function processorMs(pid: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  const text = readFileSync(path, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND;
}
