/**
 * The command line. `user …` speaks to the running server with the operator token of DATA_DIR; `journal verify` and
 * `ledger check` read the journal themselves, so they also work while the server is stopped. Results go to stdout, one JSON
 * object; a failure is a sentence on stderr and a non-zero exit.
 */
import { type CommandArea, CommandFailed } from './command-line/calling.ts';

/** The commands by their nouns. An area is loaded when one of them is called: some need most of the server, others only ask it. */
const AREAS: readonly (readonly [nouns: readonly string[], load: () => Promise<CommandArea>])[] = [
  [['user'], async () => (await import('./command-line/user-commands.ts')).userCommands],
  [['market', 'contract', 'demo'], async () => (await import('./command-line/market-commands.ts')).marketCommands],
  [
    ['pool', 'bonus', 'profit', 'fee-voucher', 'voucher-position', 'correction'],
    async () => (await import('./command-line/house-commands.ts')).houseCommands,
  ],
  [
    ['notice', 'verification', 'track', 'seo', 'chat', 'vip'],
    async () => (await import('./command-line/site-commands.ts')).siteCommands,
  ],
  [['audit'], async () => (await import('./command-line/audit-commands.ts')).auditCommands],
  [['journal', 'ledger'], async () => (await import('./command-line/journal-commands.ts')).journalCommands],
  [['backup'], async () => (await import('./command-line/backup-commands.ts')).backupCommands],
];

async function usage(): Promise<string> {
  const areas = await Promise.all(AREAS.map(([, load]) => load()));
  return `Usage:${areas.map((area) => area.usage).join('')}
RATES are four fractions, SPOT_MAKER,SPOT_TAKER,FUTURES_MAKER,FUTURES_TAKER; without --own the market's own are in force.
--key K is the Idempotency-Key: with the same K a repeat is the same command, so that after a lost answer it does nothing twice
and prints the first answer. Without it each call has a key of its own.
An ENTRY is ACCOUNT=AMOUNT for the house (HOUSE_FEE=-0.5) and EMAIL:WALLET=AMOUNT for a user (ann@example.com:SPOT=0.5); all add up to 0.
A shock moves the demo's outside price for a while: -20 is a crash.
FIELDS of a page, for search engines: --title, --description, --keywords, --ogTitle, --ogImage, --robots, --canonical. In a
pattern * is one path segment and ** any number; {symbol}, {price} and {title} are filled in. L is en-us unless said.
Backups are encrypted with BACKUP_KEY, 64 hexadecimal digits, or with those in the file BACKUP_KEY_FILE; DATABASE_URL as for npm start.
DATA_DIR names the data folder (./data).`;
}

const [noun = '', verb = '', ...args] = process.argv.slice(2);
try {
  const area = await AREAS.find(([nouns]) => nouns.includes(noun))?.[1]();
  const command = area?.commands[`${noun} ${verb}`];
  if (!command) throw new CommandFailed(await usage());
  process.stdout.write(`${JSON.stringify(await command(args))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
