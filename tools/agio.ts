/**
 * The command line. `user …` speaks to the running server with the operator token of DATA_DIR; `journal verify` and
 * `ledger check` read the journal themselves, so they also work while the server is stopped. Results go to stdout, one JSON
 * object; a failure is a sentence on stderr and a non-zero exit.
 */
import { auditCommands } from './command-line/audit-commands.ts';
import { backupCommands } from './command-line/backup-commands.ts';
import { type CommandArea, CommandFailed } from './command-line/calling.ts';
import { houseCommands } from './command-line/house-commands.ts';
import { journalCommands } from './command-line/journal-commands.ts';
import { marketCommands } from './command-line/market-commands.ts';
import { siteCommands } from './command-line/site-commands.ts';
import { userCommands } from './command-line/user-commands.ts';

const AREAS = [
  userCommands,
  marketCommands,
  houseCommands,
  siteCommands,
  auditCommands,
  journalCommands,
  backupCommands,
];

const USAGE = `Usage:${AREAS.map(({ usage }) => usage).join('')}
RATES are four fractions, SPOT_MAKER,SPOT_TAKER,FUTURES_MAKER,FUTURES_TAKER; without --own the market's own are in force.
--key K is the Idempotency-Key: with the same K a repeat is the same command, so that after a lost answer it does nothing twice
and prints the first answer. Without it each call has a key of its own.
An ENTRY is ACCOUNT=AMOUNT for the house (HOUSE_FEE=-0.5) and EMAIL:WALLET=AMOUNT for a user (ann@example.com:SPOT=0.5); all add up to 0.
A shock moves the demo's outside price for a while: -20 is a crash.
FIELDS of a page, for search engines: --title, --description, --keywords, --ogTitle, --ogImage, --robots, --canonical. In a
pattern * is one path segment and ** any number; {symbol}, {price} and {title} are filled in. L is en-us unless said.
Backups are encrypted with BACKUP_KEY, 64 hexadecimal digits, or with those in the file BACKUP_KEY_FILE; DATABASE_URL as for npm start.
DATA_DIR names the data folder (./data).`;

const commands = Object.assign({}, ...AREAS.map((area) => area.commands)) as CommandArea['commands'];

const [noun = '', verb = '', ...args] = process.argv.slice(2);
const command = commands[`${noun} ${verb}`];
try {
  if (!command) throw new CommandFailed(USAGE);
  process.stdout.write(`${JSON.stringify(await command(args))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
