/** Times of day. The server does not know the reader's zone: until the page runs, times are in UTC. */
export function clockTime(timeMs: number, isLocal: boolean): string {
  const date = new Date(timeMs);
  if (!isLocal) return date.toISOString().slice(11, 19);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Today's times are times of day; older ones carry month and day. */
export function rowTime(timeMs: number, now: number): string {
  const date = new Date(timeMs);
  const isToday = new Date(now).toDateString() === date.toDateString();
  const clock = clockTime(timeMs, true);
  if (isToday) return clock;
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${month}-${String(date.getDate()).padStart(2, '0')} ${clock}`;
}
