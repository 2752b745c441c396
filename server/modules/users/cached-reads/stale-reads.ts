/** What a cache may still say while the database cannot be asked. */
import { isDatabaseAway } from '../../../store/index.ts';

/**
 * For the catch of a read: what was read before still holds while the database is away, so that an outage logs nobody
 * out. Any other error, and what was never read, is thrown.
 */
export function staleReadWhileAway<Known>(known: Known | undefined): (error: unknown) => Known {
  return (error) => {
    if (known !== undefined && isDatabaseAway(error)) return known;
    throw error;
  };
}
