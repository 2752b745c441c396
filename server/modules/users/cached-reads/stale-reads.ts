/** Use of old cache entries while the database is away. */
import { isDatabaseAway } from '../../../store/index.ts';

/**
 * For the catch of a read: while the database is away the value read before stays valid, so that an outage logs no user out. Throws any
 * other error, and if there is no earlier value.
 */
export function staleReadWhileAway<Known>(known: Known | undefined): (error: unknown) => Known {
  return (error) => {
    if (known !== undefined && isDatabaseAway(error)) return known;
    throw error;
  };
}
