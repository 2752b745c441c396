/**
 * The attackers in a separate process, so that their own work does not slow the honest traders: argument 1 is the target as JSON; the end
 * of the input stops them; each line of the output is their tallies so far, the last one those of all.
 */
import { setPriority } from 'node:os';
import type { Target } from './attack.ts';
import { startAttacks } from './attackers.ts';

// Their machines are not the exchange's: here they get what is left of it.
setPriority(10);
const attacks = startAttacks(JSON.parse(process.argv[2]!) as Target);
const tell = (): boolean => process.stdout.write(`${JSON.stringify(attacks.tallies)}\n`);
setInterval(tell, 500);
process.stdin.resume();
process.stdin.once('end', () => {
  void attacks.stop().then(() => {
    tell();
    process.exit(0);
  });
});
