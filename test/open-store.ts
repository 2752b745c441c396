/** A store without an exchange, on a database of its own. */
import { type OpenStore, openStore } from '../server/store/open-store.ts';
import { createDatabase } from './exchange.ts';

/** Writes only to its database, a new one unless a url is given; an error that would end an exchange is thrown. The caller closes it. */
export async function openTestStore(databaseUrl?: string): Promise<OpenStore> {
  return await openStore({
    directory: 'unused: the database is not an embedded one',
    databaseUrl: databaseUrl ?? (await createDatabase()),
    checkPosition: async () => {},
    onExit: (error) => {
      throw error;
    },
  });
}
