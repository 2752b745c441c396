/** Who trades on a running exchange in another process, in tests and benchmarks: made by its operator, with funds and an API key. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Trader {
  readonly uid: number;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Where the operator of an exchange calls, and as whom. */
export interface OperatorAccess {
  operatorToken(): string;
  operatorUrl(): string;
}

/** As the data folder of the exchange says. */
export function operatorOf(directory: string): OperatorAccess {
  return {
    operatorToken: () => readFileSync(join(directory, 'operator-token'), 'utf8').trim(),
    operatorUrl() {
      const text = readFileSync(join(directory, 'server.json'), 'utf8');
      return (JSON.parse(text) as { operatorUrl: string }).operatorUrl;
    },
  };
}

export async function createTrader(operator: OperatorAccess, name: string): Promise<Trader> {
  const answer = await fetch(`${operator.operatorUrl()}/operator/user/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operator.operatorToken()}` },
    body: JSON.stringify({
      email: `${name}@trader.agio.example`,
      password: 'survives every kill',
      fund: [
        { asset: 'USDT', amount: '80000000' },
        { asset: 'BTC', amount: '10000' },
      ],
      apiKey: true,
    }),
  });
  const envelope = (await answer.json()) as { code: number; msg: string; data: Trader };
  if (envelope.code !== 0) throw new Error(`${name} was not created: ${envelope.msg}`);
  return envelope.data;
}

/** The query of a signed call: parameters, time, signature. */
export function signedQuery(
  { apiSecret }: Pick<Trader, 'apiSecret'>,
  parameters: Readonly<Record<string, string | number>>,
): string {
  const text = new URLSearchParams(
    Object.entries({ recvWindow: 60_000, ...parameters, timestamp: Date.now() }).map(([name, value]) => [
      name,
      String(value),
    ]),
  ).toString();
  return `${text}&signature=${createHmac('sha256', apiSecret).update(text).digest('hex')}`;
}
