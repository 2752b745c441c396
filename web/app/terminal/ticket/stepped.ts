/** A typed number one step up or down. Pure. */
import { floorTo } from '../../../ui/decimal.ts';
import { isPlainNumber } from '../../../ui/typed-number.ts';
import { isSet, text, units } from './typed-units.ts';

export interface Step {
  /** The grid that the number has to stand on. */
  readonly size: string;
  /** Where the first step begins while nothing is typed; 0 where that is not known. */
  readonly from?: string | undefined;
}

/** The next number of the grid above or below what is typed; never below one step, and nothing is made of what is no number. */
export function stepped(value: string, { size, from = '0' }: Step, direction: 1 | -1): string {
  const step = units(size);
  if (step === 0n || (value !== '' && !isPlainNumber(value))) return value;
  if (!isSet(value) && isSet(from)) return text(floorTo(units(from), step));
  const now = units(value);
  const below = floorTo(now, step);
  const next = direction === 1 ? below + step : below === now ? now - step : below;
  return text(next < step ? step : next);
}
