/** A contract takes other parameters (trading B1, B2): open orders that no longer fit are named, holders are tested anew. */
import {
  FLAGS,
  ID,
  INT_STRIDE,
  isReduceOnly,
  KEY,
  LIMIT_TYPE,
  NUM_STRIDE,
  positionSideOf,
  sideOf,
  stpModeOf,
  timeInForceOf,
  TOTAL_LOTS,
} from '../book/order-pool.ts';
import { checkVersion, type Misfit } from '../protocol/parameter-changes.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { Holding } from './account/accounts.ts';
import { type PerpCommand } from '../protocol/perp-commands.ts';
import { type Contract, validContract } from './contract/contract.ts';
import type { PerpMatcher } from './orders/match-orders.ts';
import { checkFilters, checkQuantity } from './orders/order-checks.ts';
import type { PerpParts } from './account/parts.ts';
import type { StopOrder } from './contract/stop-table.ts';
import { POSITION_SIDES } from '../protocol/words.ts';

export class ContractChanges {
  private readonly parts: PerpParts;
  private readonly matcher: PerpMatcher;

  constructor(parts: PerpParts, matcher: PerpMatcher) {
    this.parts = parts;
    this.matcher = matcher;
  }

  /**
   * The misfits, or why it is refused; a repeat has none and does nothing. Leverage settings stay, but cannot open a position beyond the
   * new tiers.
   */
  change(
    contract: Contract | undefined,
    { version, parameters }: Extract<PerpCommand, { kind: 'ChangeContract' }>,
  ): readonly Misfit[] | RejectCode {
    if (contract === undefined) return 'UNKNOWN_MARKET';
    if (contract.status === 'SETTLED') return 'MARKET_STATUS';
    const refusal = checkVersion(contract, { version, parameters });
    if (refusal !== null) return refusal === 'REPEAT' ? [] : refusal;
    if (validContract(parameters) === null) return 'BAD_CONFIGURATION';
    contract.change(parameters, version);
    // Other tiers are other maintenance margins (trading C4.8).
    for (const index of contract.holders) {
      const account = this.parts.accounts.at(index);
      this.matcher.accountsToRecheck.add(account);
      this.parts.accounts.noteChange(account);
    }
    const misfits = this.misfitsOf(contract);
    this.parts.report.contract(contract);
    this.parts.report.tell({ kind: 'ContractParametersChanged', symbol: contract.symbol, version, misfits });
    return misfits;
  }

  private misfitsOf(contract: Contract): Misfit[] {
    const misfits: Misfit[] = [];
    for (const account of this.parts.accounts.all()) {
      const { uid } = account.user;
      const holding = account.holdings.get(contract.index);
      for (const order of holding?.orders ?? []) {
        const code = holding === undefined ? null : this.check(holding, order);
        const orderId = this.parts.orders.num[order * NUM_STRIDE + ID];
        if (code !== null) misfits.push({ orderId, uid, code, ended: false });
      }
      for (const stop of account.stops.values()) {
        const code = stop.contract === contract.index ? checkStop(contract, stop) : null;
        if (code !== null) misfits.push({ orderId: stop.stopOrderId, uid, code, ended: false });
      }
    }
    return misfits.sort((a, b) => a.orderId - b.orderId);
  }

  /** Why the order would be refused if it were placed now, by price, whole quantity, notional and bands (trading B19); null: it fits. */
  private check(holding: Holding, order: number): RejectCode | null {
    const { int, num } = this.parts.orders;
    const flags = int[order * INT_STRIDE + FLAGS];
    const request = {
      side: sideOf(flags),
      positionSide: POSITION_SIDES[positionSideOf(flags)],
      type: LIMIT_TYPE,
      timeInForce: timeInForceOf(flags),
      stpMode: stpModeOf(flags),
      ticks: Math.abs(int[order * INT_STRIDE + KEY]),
      lots: num[order * NUM_STRIDE + TOTAL_LOTS],
      reduceOnly: isReduceOnly(flags),
      origin: 0,
      clientOrderId: '',
    };
    return checkFilters(holding, request, false);
  }
}

/** Exits close what is there, in parts if need be, whatever the sizes of orders are (trading B15). */
function checkStop(contract: Contract, stop: StopOrder): RejectCode | null {
  if (stop.group !== 'OWN' || stop.closePosition || stop.reduceOnly) return null;
  return checkQuantity(contract, contract.lotsOf(stop.quantity), stop.price !== 0n);
}
