/**
 * The attackers in a process of their own, so that what they cost themselves is not in the honest traders' way: argument 1 is the
 * target as JSON; the end of the input stops them; their tallies are the output.
 */
import { setPriority } from 'node:os';
import { startAttacks, type Target } from './attackers.ts';

// Their machines are not the exchange's: here they get what is left of it.
setPriority(10);
const attacks = startAttacks(JSON.parse(process.argv[2]!) as Target);
process.stdin.resume();
process.stdin.once('end', () => {
  void attacks.stop().then((tallies) => {
    process.stdout.write(JSON.stringify(tallies));
    process.exit(0);
  });
});
