/** What the perpetuals tell: views made from state, numbered by the reporter (trading B20). */
import { BUY, SELL } from '../../book/order-pool.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { User } from '../../users/user.ts';
import type { Holding, MarginAccount, OpenPosition } from './accounts.ts';
import type { MarginAccounts } from './margin-accounts.ts';
import type { Contract } from '../contract/contract.ts';
import type { FundingTerms } from '../../protocol/event-packs.ts';
import type { PerpEvent } from '../../protocol/perp-events.ts';
import type { Risk } from './risk.ts';
import type { PerpSink } from './sink.ts';
import type { OrderChangedCause, Unnumbered } from '../../protocol/words.ts';
import type { StopOrder } from '../contract/stop-table.ts';
import { contractView, positionView, stopOrderView } from './views.ts';

export class PerpReport {
  private readonly sink: PerpSink;
  private readonly accounts: MarginAccounts;
  private readonly ledger: Ledger;
  private readonly contracts: readonly Contract[];
  private readonly risk: Risk;

  constructor(
    sink: PerpSink,
    parts: {
      accounts: MarginAccounts;
      ledger: Ledger;
      contracts: readonly Contract[];
      risk: Risk;
    },
  ) {
    this.sink = sink;
    this.accounts = parts.accounts;
    this.ledger = parts.ledger;
    this.contracts = parts.contracts;
    this.risk = parts.risk;
  }

  /** Counts one event of this user and answers true if nobody hears it, so that the caller need not make it; to be asked once for each. */
  countUnheard(user: User | null): boolean {
    return this.sink.countUnheard(user);
  }

  tell(event: Unnumbered<PerpEvent>, user: User | null = null): void {
    this.sink.perp(user, event);
  }

  contract(contract: Contract): void {
    this.tell({ ...contractView(contract), kind: 'ContractChanged' });
  }

  order(order: number, cause: OrderChangedCause): void {
    this.sink.perpOrderChanged(order, cause);
  }

  stop(stop: StopOrder): void {
    const { user } = this.accounts.at(stop.account);
    if (this.sink.countUnheard(user)) return;
    this.tell({ ...stopOrderView(stop, this.accounts, this.contracts), kind: 'StopOrderChanged' }, user);
  }

  /** The position as it is now; `null` position: it was just closed. */
  position(account: MarginAccount, holding: Holding, position: OpenPosition, timeMs: number): void {
    if (this.sink.countUnheard(account.user)) return;
    const view = positionView(this.risk, this.accounts, account, holding, position, timeMs);
    this.tell({ ...view, kind: 'PositionChanged' }, account.user);
  }

  /** Balances that changed since the last time, each once. */
  balances(): void {
    if (this.ledger.touchedCount === 0) return;
    this.sink.balancesChanged(this.ledger);
    this.ledger.begin();
  }

  /** Payments of a settlement in one piece: see the sink. */
  beginFunding(rows: Float64Array, terms: FundingTerms): void {
    this.sink.beginFunding(rows, terms);
  }
  fundingRows(toRow: number): void {
    this.sink.tellFundingRows(toRow);
  }
  /** Tells the balances too, as `balances` does. */
  endFunding(): void {
    this.sink.endFunding(this.ledger);
    this.ledger.begin();
  }

  preference(account: MarginAccount, holding: Holding | null): void {
    this.tell(
      {
        kind: 'PreferenceChanged',
        uid: account.user.uid,
        wallet: account.wallet,
        mode: account.mode,
        closeOnly: account.closeOnly,
        symbol: holding?.contract.symbol ?? '',
        marginMode: holding?.marginMode ?? 'CROSS',
        longLeverage: holding?.longLeverage ?? 0,
        shortLeverage: holding?.shortLeverage ?? 0,
      },
      account.user,
    );
  }

  depth(contract: Contract): void {
    const { changedLevels } = contract;
    for (let i = 0; i < changedLevels.count; i += 1) {
      const key = changedLevels.keys[i];
      const side = key < 0 ? BUY : SELL;
      const ticks = Math.abs(key);
      contract.updateId += 1;
      this.sink.perpDepthChanged(contract, side, ticks);
    }
    changedLevels.count = 0;
  }
}
