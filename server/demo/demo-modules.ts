/** The modules whose calls a demo makes: those of an exchange that runs. */
import type { createFutures } from '../modules/futures/index.ts';
import type { createMarkets } from '../modules/markets/index.ts';
import type { createUsers } from '../modules/users/index.ts';
import type { createWallet } from '../modules/wallet/index.ts';

export interface DemoModules {
  readonly users: ReturnType<typeof createUsers>;
  readonly markets: ReturnType<typeof createMarkets>;
  readonly wallet: ReturnType<typeof createWallet>;
  readonly futures: ReturnType<typeof createFutures>;
}
