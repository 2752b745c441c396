/** Which errors say that the database cannot be reached, and nothing about the query. */
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT']);
/** Stopped by its operator, crashed, starting up, no connection left. */
const POSTGRES = new Set(['57P01', '57P02', '57P03', '53300']);
/** What the driver says without a code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // A unix socket that is not there.
  if (code === 'ENOENT') return syscall === 'connect';
  return SYSTEM.has(code) || POSTGRES.has(code) || /^08...$/.test(code) || DRIVER.test(error.message);
}
