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
type Change = Pick<AmendStopOrder, (typeof FIELDS)[number]>;

/** Changes the order and answers null, or why not: then it stands as it stood. The caller tells the change. */
export function amendStop(contract: Contract, stop: StopOrder, command: AmendStopOrder): RejectCode | null {
  if (!FIELDS.every((name) => isCount(command[name])) || !fits(stop, command)) return 'BAD_FIELDS';
  const change = changeOf(stop, command);
  if (FIELDS.every((name) => change[name] === 0)) return 'NOTHING_TO_AMEND';
  const refusal =
    checkContractStatus(contract, stop.reduceOnly, false) ??
    checkStopPrices(contract, change) ??
    (change.quantity === 0 ? null : checkQuantity(contract, change.quantity / contract.stepSize, stop.price !== 0n)) ??
    checkNewTrigger(contract, stop, change);
  if (refusal !== null) return refusal;
  contract.stops.remove(stop);
  for (const name of FIELDS) if (change[name] !== 0) stop[name] = BigInt(change[name]);
  if (stop.type === 'TRAILING_STOP') followAnew(contract, stop, change);
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

/** What differs; a field that is named as it is already stays, and is 0 here like one that is not named. */
function changeOf(stop: StopOrder, command: AmendStopOrder): Change {
  const { triggerPrice, price, quantity, callbackRate, activationPrice } = command;
  const differing = <T extends number>(name: keyof Change, value: T): T =>
    BigInt(value) === stop[name] ? (0 as T) : value;
  return {
    triggerPrice: differing('triggerPrice', triggerPrice),
    price: differing('price', price),
    quantity: differing('quantity', quantity),
    callbackRate: differing('callbackRate', callbackRate),
    activationPrice: differing('activationPrice', activationPrice),
  };
}

/** A trigger that stays is not judged again: one that a status holds back may have been reached already. */
function checkNewTrigger(contract: Contract, stop: StopOrder, change: Change): RejectCode | null {
  const { triggerPrice, activationPrice } = change;
  if (triggerPrice === 0 && activationPrice === 0) return null;
  const { type, side, source } = stop;
  return checkTrigger(contract, { type, side, source, triggerPrice, activationPrice });
}

/** With a new activation price it waits for that; one that follows already goes on from the present price with a new callback. */
function followAnew(contract: Contract, stop: StopOrder, { callbackRate, activationPrice }: Change): void {
  if (activationPrice !== 0) stop.extreme = 0n;
  else if (callbackRate !== 0 && stop.extreme !== 0n) stop.extreme = priceOf(contract, stop.source);
}
