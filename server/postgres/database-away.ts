/** Errors that mean that the database cannot work now, whatever the query. */
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT']);
/** Stopped by its operator, crashed, starting up, no connection left, no room or memory left, read-only, input or output failed. */
const POSTGRES = new Set(['57P01', '57P02', '57P03', '53300', '53100', '53200', '25006', '58030']);
/** Errors of the driver that have no code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** PostgreSQL's code for a query that it ended for taking too long. */
const CANCELED = '57014';

/** The database ended the query for its time; or the driver waited long enough, and the query itself may run on. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as NodeJS.ErrnoException).code === CANCELED || error.message.startsWith('Query read timeout'));

/** The last check of the database got no answer in time: queries fail at once until it answers again. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  constructor() {
    super('The database gives no answer.');
  }
}

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseSilent || isGivenUp(error)) return true;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // The unix socket of a local database does not exist.
  if (code === 'ENOENT') return syscall === 'connect';
  return SYSTEM.has(code) || POSTGRES.has(code) || /^08...$/.test(code) || DRIVER.test(error.message);
}
