/**
 * Every public page in every language on a desktop and on a phone, and every personal page, looked at in a browser:
 * `npm run survey`. It takes long; `-- --locales de-de,ja-jp` and `-- --paths /,/market` make it less.
 * What `npm test` looks at is in pages.test.ts.
 */
import { parseArgs } from 'node:util';
import { ALL_LOCALES } from '@agio/contracts/locales';
import startDatabase from '../database.ts';
import { bootExchange } from '../exchange.ts';
import { launchBrowser } from './browser.ts';
import { createInspector, type Look, nameOf, PERSONAL_PATHS, PUBLIC_PATHS } from './inspect-page.ts';

const AT_ONCE = 2;
const { values } = parseArgs({ options: { locales: { type: 'string' }, paths: { type: 'string' } } });
const locales = values.locales?.split(',') ?? ALL_LOCALES.map(({ key }) => key);
const paths = values.paths?.split(',') ?? [...PUBLIC_PATHS, ...PERSONAL_PATHS];

const stopDatabase = await startDatabase();
const exchange = await bootExchange({ demoMarket: true });
const browser = await launchBrowser();
const { token } = await exchange.createUser({ USDT: '10000', BTC: '1' });
const inspect = createInspector(browser, exchange.url);

// Each language meets both themes: dark on the desktop and light on the phone, the next language the other way round.
const visits = paths.flatMap((path) =>
  locales.flatMap((locale, place) =>
    [false, true].map((isPhone) => {
      const look: Look = { locale, isPhone, theme: isPhone === (place % 2 === 0) ? 'light' : 'dark' };
      return { path, look };
    }),
  ),
);
let done = 0;
const faults: string[] = [];
async function work(): Promise<void> {
  for (let visit = visits.pop(); visit; visit = visits.pop()) {
    const { path, look } = visit;
    const session = PERSONAL_PATHS.includes(path) ? token : undefined;
    const found = await inspect(path, look, session).catch((error: unknown) => [`was not there: ${String(error)}`]);
    for (const fault of found) faults.push(`${path} (${nameOf(look)}): ${fault}`);
    for (const fault of found) process.stdout.write(`${path} (${nameOf(look)}): ${fault}\n`);
    done += 1;
    if (done % 50 === 0) process.stderr.write(`${done} looked at, ${visits.length} to go\n`);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
await browser.close();
await exchange.close();
await stopDatabase?.();
process.stdout.write(
  `${paths.length} pages × ${locales.length} languages × 2 sizes: ${done} looked at, ${faults.length} faults\n`,
);
process.exit(faults.length === 0 ? 0 : 1);
