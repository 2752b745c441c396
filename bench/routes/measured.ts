/** Messages from the measured process about itself. */
import type { Things } from '../../test/calls/example.ts';
import type { TestUser } from '../../test/exchange.ts';

export interface Measured {
  readonly url: string;
  /** Where operators' calls are answered. */
  readonly operatorUrl: string;
  readonly operatorToken: string;
  readonly served: readonly { readonly method: string; readonly path: string }[];
  /** Somebody with something of each kind. */
  readonly user: TestUser;
  /** Somebody whose ledger has more entries than one piece of its export. */
  readonly trader: TestUser;
  readonly things: Things;
  readonly futuresPrice: number;
}
