/** A user of a running exchange with funds and an API key, made by its operator. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trader } from './orders.ts';

/** `directory`: the data of the exchange, which says where operators call. */
export async function createTrader(directory: string, name: string): Promise<Trader> {
  const { operatorUrl } = JSON.parse(readFileSync(join(directory, 'server.json'), 'utf8')) as { operatorUrl: string };
  const answer = await fetch(`${operatorUrl}/operator/user/create`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${readFileSync(join(directory, 'operator-token'), 'utf8').trim()}`,
    },
    body: JSON.stringify({
      email: `${name}@bench.agio.example`,
      password: 'measured and forgotten',
      fund: [
        { asset: 'USDT', amount: '80000000' },
        { asset: 'BTC', amount: '10000' },
      ],
      apiKey: true,
    }),
  });
  const envelope = (await answer.json()) as { code: number; msg: string; data: Trader };
  if (envelope.code !== 0) throw new Error(envelope.msg);
  return envelope.data;
}
