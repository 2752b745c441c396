/**
 * Loaded into a server before anything else (`node --import`), and into its threads: the clock of the machine as it is after somebody set it.
 * The file named in SHIFTED_CLOCK holds by how many milliseconds; it is read again every few. Time that only measures (performance.now,
 * timers) goes on as it does when a real clock is set.
 */
import { readFileSync } from 'node:fs';

const RealDate = globalThis.Date;
let shiftMs = 0;

function readShift() {
  try {
    shiftMs = Number(readFileSync(process.env.SHIFTED_CLOCK, 'utf8'));
  } catch {
    // It is being written.
  }
}
readShift();
setInterval(readShift, 20).unref();

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
