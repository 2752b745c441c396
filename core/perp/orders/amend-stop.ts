/** Changes of a conditional order that waits (trading B15). Its id stays, and with it its place among equal triggers. */
import type { AmendStopOrder } from '../../protocol/perp-commands.ts';
import { isCount } from '../../protocol/field-checks.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { Contract } from '../contract/contract.ts';
import type { StopOrder } from '../contract/stop-table.ts';
import { checkContractStatus, checkQuantity } from './order-checks.ts';
import { checkStopPrices, checkTrigger, isCallback, priceOf } from './stop-checks.ts';

/** Fields of the command that are fields of the order: 0 keeps what it is. */
const FIELDS = ['triggerPrice', 'price', 'quantity', 'callbackRate', 'activationPrice'] as const;

/** Changes the order and answers null, or why not: then it stands as it stood. The caller tells the change. */
export function amendStop(contract: Contract, stop: StopOrder, command: AmendStopOrder): RejectCode | null {
  if (!FIELDS.every((name) => isCount(command[name])) || !fits(stop, command)) return 'BAD_FIELDS';
  const changed = FIELDS.filter((name) => command[name] !== 0 && BigInt(command[name]) !== stop[name]);
  if (changed.length === 0) return 'NOTHING_TO_AMEND';
  const refusal =
    checkContractStatus(contract, stop.reduceOnly, false) ??
    checkStopPrices(contract, command) ??
    // Of an exit the quantity is what it closes, however small; it is not among what can be changed.
    (command.quantity === 0
      ? null
      : checkQuantity(contract, command.quantity / contract.stepSize, stop.price !== 0n)) ??
    checkNewTrigger(contract, stop, command);
  if (refusal !== null) return refusal;
  contract.stops.remove(stop);
  for (const name of changed) stop[name] = BigInt(command[name]);
  if (stop.type === 'TRAILING_STOP') followAnew(contract, stop, command);
  contract.stops.add(stop);
  return null;
}

/** Has the order such fields? What becomes a market order gets no limit price, and an exit no quantity of its own. */
function fits(stop: StopOrder, command: AmendStopOrder): boolean {
  const { triggerPrice, price, quantity, callbackRate, activationPrice } = command;
  if (quantity !== 0 && (stop.group !== 'OWN' || stop.closePosition)) return false;
  if (stop.type !== 'TRAILING_STOP')
    return callbackRate === 0 && activationPrice === 0 && (price === 0 || stop.price !== 0n);
  return triggerPrice === 0 && price === 0 && (callbackRate === 0 || isCallback(callbackRate));
}

/** A trigger that stays is not judged again: one that a status holds back may have been reached already. */
function checkNewTrigger(contract: Contract, stop: StopOrder, command: AmendStopOrder): RejectCode | null {
  const { triggerPrice, activationPrice } = command;
  if (triggerPrice === 0 && activationPrice === 0) return null;
  const { type, side, source } = stop;
  return checkTrigger(contract, { type, side, source, triggerPrice, activationPrice });
}

/** With a new activation price it waits for that; one that follows already goes on from the present price with a new callback. */
function followAnew(contract: Contract, stop: StopOrder, { callbackRate, activationPrice }: AmendStopOrder): void {
  if (activationPrice !== 0) stop.extreme = 0n;
  else if (callbackRate !== 0 && stop.extreme !== 0n) stop.extreme = priceOf(contract, stop.source);
}
