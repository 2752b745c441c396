/**
 * `npm run bench:scale`: costs that could grow with what an exchange holds, at three sizes or four, with their exponent. All parts, or those
 * that are named: connections, core, holders, recovery, snapshots (`--largest` adds a million users), sockets, statement.
 */
import { connectionGrowth } from './connections.ts';
import { coreGrowth } from './core.ts';
import { type Growth, lines } from './exponent.ts';
import { holderGrowth } from './holders.ts';
import { recoveryGrowth } from './recovery.ts';
import { snapshotGrowth } from './snapshots.ts';
import { socketGrowth } from './sockets.ts';
import { statementGrowth } from './statement.ts';

const parts: Record<string, () => Growth[] | Promise<Growth[]>> = {
  connections: connectionGrowth,
  core: coreGrowth,
  holders: holderGrowth,
  recovery: recoveryGrowth,
  snapshots: snapshotGrowth,
  sockets: socketGrowth,
  statement: statementGrowth,
};

const wanted = process.argv.slice(2).filter((name) => name in parts);
for (const name of wanted.length === 0 ? Object.keys(parts) : wanted)
  for (const growth of await parts[name]!()) process.stdout.write(`${lines(growth).join('\n')}\n\n`);
