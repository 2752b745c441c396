/** `npm run bench`: the core against its npm peer, then durable orders through the whole server, in one run. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const flags = process.argv.slice(2);
let failed = 0;
for (const part of ['bench/core/main.ts', 'bench/trading/main.ts']) {
  if (spawnSync(process.execPath, [part, ...flags], { cwd: root, stdio: 'inherit' }).status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
