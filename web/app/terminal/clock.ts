/** Times of day. The server does not know the reader's zone: until the page runs, times are in UTC. */
export function clockTime(timeMs: number, isLocal: boolean): string {
  const date = placed(timeMs, isLocal);
  return date.toISOString().slice(11, 19);
}

/** Month, day and time of day; the year too where it is another one than now. */
export function rowTime(timeMs: number, now: number, isLocal: boolean): string {
  const whole = wholeTime(timeMs, isLocal);
  const isThisYear = whole.slice(0, 4) === wholeTime(now, isLocal).slice(0, 4);
  return isThisYear ? whole.slice('2000-'.length) : whole;
}

/** Year, month, day, time of day and zone. */
export function fullTime(timeMs: number, isLocal: boolean): string {
  return `${wholeTime(timeMs, isLocal)} ${zoneName(timeMs, isLocal)}`;
}

/** How far the clock is from UTC at that time: UTC+1, UTC-3:30. */
export function zoneName(timeMs: number, isLocal: boolean): string {
  const minutes = isLocal ? -new Date(timeMs).getTimezoneOffset() : 0;
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`;
}

const wholeTime = (timeMs: number, isLocal: boolean): string =>
  placed(timeMs, isLocal).toISOString().slice(0, 19).replace('T', ' ');

/** Its UTC fields are those of the reader's clock. */
const placed = (timeMs: number, isLocal: boolean): Date =>
  new Date(isLocal ? timeMs - new Date(timeMs).getTimezoneOffset() * 60_000 : timeMs);
