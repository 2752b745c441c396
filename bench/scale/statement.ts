/** A page of an account's statement, by how many entries the account has. */
import startDatabase from '../../test/database.ts';
import { bootExchange, createDatabase, execute } from '../../test/exchange.ts';
import { type Growth, median } from './exponent.ts';

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 15;
const STATEMENT = '/futures/account/statement';

/** Over HTTP, in milliseconds, at 1,000, 10,000 and 100,000 entries. */
export async function statementGrowth(): Promise<Growth[]> {
  const stopDatabase = await startDatabase();
  const databaseUrl = await createDatabase();
  const x = await bootExchange({ databaseUrl });
  try {
    const user = await x.createUser({ USDT: '100' });
    const points: (readonly [number, number])[] = [];
    const others: number[] = [];
    let held = 0;
    for (const size of SIZES) {
      await execute(
        databaseUrl,
        `insert into futures_entries
         select -1 - n, -1, 0, $1, 'FUTURES', 'FEE', 'BTCUSDT', 'USDT', -1, 1, true, 1700000000000 + n * 1000
         from generate_series($2::bigint, $3::bigint) as n`,
        [user.uid, held, size - 1],
      );
      held = size;
      const times = async (path: string): Promise<number> => {
        const rounds: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const before = performance.now();
          const { code, msg } = await x.call('GET', path, undefined, { token: user.token });
          if (code !== 0) throw new Error(msg);
          rounds.push(performance.now() - before);
        }
        return median(rounds);
      };
      points.push([size, await times(`${STATEMENT}?pageSize=20`)]);
      others.push(await times('/futures/account/capital'));
    }
    return [
      {
        what: 'a page of a statement with so many entries, its sum over all of them included',
        unit: 'ms',
        points,
        beside: { what: 'the call for the capital', costs: others },
      },
    ];
  } finally {
    await x.close();
    await stopDatabase?.();
  }
}
