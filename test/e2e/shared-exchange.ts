/**
 * One running demo exchange for all test files of a run that do not disturb others (visitSharedExchange): it is booted, in a process of
 * its own, when the first of them asks for it, and ends with the run.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { callExchange, type CalledExchange, type ExchangeAddress } from '../exchange.ts';

const VARIABLE = 'AGIO_TEST_SHARED_EXCHANGE';
const PROGRAM = join(import.meta.dirname, 'shared-exchange-process.ts');

/** The exchange that the files of this run share. */
export async function sharedExchange(): Promise<CalledExchange> {
  const keeper = process.env[VARIABLE];
  if (!keeper) throw new Error('no shared exchange: the group of this file has no set-up for one (vitest.config.ts)');
  const answer = await fetch(keeper);
  if (!answer.ok) throw new Error(`the shared exchange could not be booted: ${await answer.text()}`);
  return callExchange((await answer.json()) as ExchangeAddress);
}

/** Vitest's global set-up; the function that it returns runs at the end. */
export default async function setup(): Promise<() => Promise<void>> {
  let child: ChildProcess | undefined;
  const boot = async (): Promise<ExchangeAddress> => {
    child = fork(PROGRAM, { env: { ...process.env, NODE_ENV: 'production' } });
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
    const [address] = (await Promise.race([once(child, 'message'), ended])) as [ExchangeAddress];
    ended.catch(() => undefined);
    return address;
  };
  let booted: Promise<ExchangeAddress> | undefined;
  const keeper = createServer((_request, response) => {
    (booted ??= boot()).then(
      (address) => response.end(JSON.stringify(address)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(keeper.listen(0, '127.0.0.1'), 'listening');
  process.env[VARIABLE] = `http://127.0.0.1:${(keeper.address() as AddressInfo).port}`;
  return async () => {
    keeper.close();
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.disconnect();
    await once(child, 'exit');
  };
}
