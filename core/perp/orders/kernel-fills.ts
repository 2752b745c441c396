/**
 * What the kernel's fills of perpetuals (core/kernel/assembly/perp-fills.ts) leave to the core behind a run: who holds positions in which contract, whose lines of marks do not hold any
 * more, and the last command where it goes on in the core. The objects of positions follow when somebody asks for them (MarginAccount.holdings).
 */
import {
  ACCOUNT,
  BUY,
  FILLED_LOTS,
  FLAGS,
  INT_STRIDE,
  MARKET,
  NUM_STRIDE,
  type OrderPool,
  sideOf,
} from '../../book/order-pool.ts';
import * as layout from '../../kernel/layout.ts';
import * as perp from '../../kernel/perp-layout.ts';
import type { MarginAccount } from '../account/accounts.ts';
import type { MarginAccounts } from '../account/margin-accounts.ts';
import type { PerpParts } from '../account/parts.ts';
import type { FillSettler } from '../account/settle-fills.ts';
import type { Contract } from '../contract/contract.ts';
import type { Valuations } from '../contract/valuations.ts';
import type { PerpMatcher } from './match-orders.ts';
import type { PerpOrderPlacer } from './place-order.ts';

interface Tools {
  readonly matcher: PerpMatcher;
  readonly placer: PerpOrderPlacer;
  readonly settler: FillSettler;
  readonly valuations: Valuations;
}

export class KernelFills {
  private readonly accounts: MarginAccounts;
  private readonly contracts: readonly Contract[];
  private readonly orders: OrderPool;
  private readonly tools: Tools;
  private shared!: Int32Array;
  private sharedDoubles!: Float64Array;
  private noted!: Int32Array;

  constructor({ accounts, contracts, orders }: PerpParts, tools: Tools) {
    this.accounts = accounts;
    this.contracts = contracts;
    this.orders = orders;
    this.tools = tools;
    const { memory } = orders;
    const notedAt = memory.allocate(perp.NOTED_ROOM * 4);
    memory.follow(() => {
      const { buffer } = memory;
      this.shared = new Int32Array(buffer, layout.SHARED, layout.SHARED_BYTES >> 2);
      this.sharedDoubles = new Float64Array(buffer, layout.SHARED, layout.SHARED_BYTES >> 3);
      this.noted = new Int32Array(buffer, notedAt, perp.NOTED_ROOM);
      this.shared[perp.NOTED_AT >> 2] = notedAt;
    });
  }

  /** Before a run: the kernel numbers positions too, and asks which prints are quiet where nobody hears its fills. */
  begin(isHeard: boolean): void {
    const { unquiet } = this.tools.valuations;
    if (!isHeard && unquiet.size > 0) {
      for (const contract of unquiet) contract.renewQuiet();
      unquiet.clear();
    }
    this.sharedDoubles[perp.LAST_POSITION_ID >> 3] = this.tools.settler.lastPositionId;
  }

  /** Behind a run: who holds positions in which contract, and whose changed, is as its fills left it. The objects of positions follow (MarginAccount.holdings). */
  take(): void {
    const count = this.shared[perp.NOTED_COUNT >> 2];
    if (count === 0) return;
    this.tools.settler.lastPositionId = this.sharedDoubles[perp.LAST_POSITION_ID >> 3];
    const { accounts, contracts } = this;
    for (let at = 0; at < count; at += 1) {
      const note = this.noted[at];
      const account = accounts.records.int(note >> perp.NOTED_SHIFT, perp.HOLDING_ACCOUNT);
      const { holders } = contracts[accounts.records.int(note >> perp.NOTED_SHIFT, perp.HOLDING_CONTRACT)];
      // Whoever comes back to a contract is the last of its holders.
      if ((note & perp.NOTED_CLOSED) !== 0) holders.delete(account);
      if ((note & perp.NOTED_OPENED) !== 0) holders.add(account);
      accounts.noteChange(accounts.at(account));
    }
  }

  /**
   * Behind `take`: the last command of the run, the order in a slot, was accepted and has made the kernel's fills. It goes on here, or is done (`isDone`) and only what it set
   * off is left. Levels whose keys are `changed` are still to be told.
   */
  goOn(order: number, isDone: boolean, changed: readonly number[], timeMs: number): void {
    const { matcher, placer } = this.tools;
    const { int, num } = this.orders;
    const contract = this.contracts[int[order * INT_STRIDE + MARKET]];
    const isBuy = sideOf(int[order * INT_STRIDE + FLAGS]) === BUY;
    for (const key of changed) {
      contract.touchLevel(key);
      // A level of the other side was traded with: what begins to wait only now hears of these prints, too.
      if (key > 0 === isBuy) matcher.prints.push({ contract, ticks: Math.abs(key) });
    }
    for (const account of this.tradedLast()) matcher.accountsToRecheck.add(account);
    const holding = this.accounts.at(int[order * INT_STRIDE + ACCOUNT]).holding(contract);
    if (isDone) return;
    // An order without any fill has not been asked yet whether it must and can fill whole.
    if (num[order * NUM_STRIDE + FILLED_LOTS] === 0) placer.enterNew(holding, order, timeMs);
    else placer.enter(holding, order, timeMs, 0);
  }

  /** The accounts of the fills of the run's last command, in their order. */
  private *tradedLast(): Iterable<MarginAccount> {
    const count = this.shared[perp.NOTED_COUNT >> 2];
    for (let at = this.shared[perp.NOTED_FROM >> 2]; at < count; at += 1)
      yield this.accounts.at(this.accounts.records.int(this.noted[at] >> perp.NOTED_SHIFT, perp.HOLDING_ACCOUNT));
  }
}
