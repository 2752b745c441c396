/** Times of day. The server does not know the reader's zone: until the page runs, times are in UTC. */
export function clockTime(timeMs: number, isLocal: boolean): string {
  const date = new Date(timeMs);
  if (!isLocal) return date.toISOString().slice(11, 19);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Month, day and time of day; the year too where it is another one than now. */
export function rowTime(timeMs: number, now: number): string {
  const date = new Date(timeMs);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const year = date.getFullYear() === new Date(now).getFullYear() ? '' : `${date.getFullYear()}-`;
  return `${year}${day} ${clockTime(timeMs, true)}`;
}
