import { intlTag } from './intl-tag.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long somebody has to wait, in the two largest units that matter; rounded up, so that a try after that time is not too early. */
export function waitText(seconds: number, tag: string): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < MINUTE) return unit(whole, 'second', tag);
  const minutes = Math.ceil(whole / MINUTE);
  if (minutes < HOUR / MINUTE) return unit(minutes, 'minute', tag);
  const hours = Math.floor(minutes / MINUTE);
  const rest = minutes % MINUTE;
  const parts = [unit(hours, 'hour', tag), ...(rest === 0 ? [] : [unit(rest, 'minute', tag)])];
  return new Intl.ListFormat(intlTag(tag), { type: 'unit' }).format(parts);
}

function unit(count: number, name: 'second' | 'minute' | 'hour', tag: string): string {
  return new Intl.NumberFormat(intlTag(tag), { style: 'unit', unit: name, unitDisplay: 'long' }).format(count);
}
