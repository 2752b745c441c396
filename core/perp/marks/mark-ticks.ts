/** A tick of a contract's index sources: its new mark, and what that sets off (trading B8, B9, B20). */
import type { Price } from '../../fixed.ts';
import type { IndexSource } from '../../protocol/perp-commands.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { PerpParts } from '../account/parts.ts';
import { estimatedFunding } from '../account/views.ts';
import type { Contract } from '../contract/contract.ts';
import type { Adl } from '../liquidation/adl.ts';
import type { Liquidation } from '../liquidation/liquidation.ts';
import type { TakeoverInventory } from '../liquidation/takeover-inventory.ts';
import type { Stops } from '../orders/stops.ts';
import type { MarkLines } from './mark-lines.ts';
import { MAX_SOURCES, tickMark } from './marks.ts';

export class MarkTicks {
  private readonly shared: PerpParts;
  private readonly tools: {
    readonly takeoverInventory: TakeoverInventory;
    readonly adl: Adl;
    readonly liquidation: Liquidation;
    readonly stops: Stops;
    readonly lines: MarkLines;
  };

  constructor(shared: PerpParts, tools: MarkTicks['tools']) {
    this.shared = shared;
    this.tools = tools;
  }

  tick(contract: Contract | undefined, sources: readonly IndexSource[], timeMs: number): RejectCode | null {
    if (contract === undefined) return 'UNKNOWN_MARKET';
    if (contract.status === 'SETTLED') return 'MARKET_STATUS';
    const numbers = sources.flatMap(({ price, weight, timeMs: at }) => [price, weight, at]);
    if (!numbers.every((n) => Number.isSafeInteger(n) && n >= 0) || sources.length > MAX_SOURCES) return 'BAD_FIELDS';
    const wasFrozen = contract.isFrozen;
    const isLive = tickMark(contract, this.shared.orders, sources, timeMs);
    if (wasFrozen !== contract.isFrozen) this.shared.report.contract(contract);
    this.shared.report.tell({
      kind: 'MarkPriceChanged',
      symbol: contract.symbol,
      markPrice: Number(contract.mark) as Price,
      indexPrice: Number(contract.indexPrice) as Price,
      lastPrice: (contract.lastTicks * contract.tickSize) as Price,
      fundingRate: estimatedFunding(contract),
      nextFundingMs: contract.nextFundingMs,
      indexTimeMs: contract.indexTimeMs,
      openInterest: contract.openQuantity,
    });
    if (!isLive) return null;
    // Trading B20: liquidations before what the price wakes.
    this.tools.takeoverInventory.trade(contract, timeMs);
    this.tools.adl.run(contract, timeMs);
    this.tools.liquidation.check(this.tools.lines.passed(contract), timeMs);
    this.tools.adl.run(contract, timeMs);
    this.tools.lines.remake();
    this.tools.stops.wakeAll(contract);
    return null;
  }
}
