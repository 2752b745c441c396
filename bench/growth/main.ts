/** `npm run bench:growth`: costs that could grow with what an exchange holds, at three sizes each, with their exponent. */
import { connectionGrowth } from './connections.ts';
import { coreGrowth } from './core.ts';
import { lines } from './exponent.ts';
import { statementGrowth } from './statement.ts';

for (const growth of [...(await connectionGrowth()), ...coreGrowth(), ...(await statementGrowth())])
  process.stdout.write(`${lines(growth).join('\n')}\n\n`);
