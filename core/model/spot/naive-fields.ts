/** Which fields of a command fit together, for the naive model: what does not is refused BAD_FIELDS (trading A1, A2, A4). */
import type { CommandBody, PlaceOrder } from '../../protocol/commands.ts';

const isWhole = (value: number): boolean => Number.isFinite(value) && value >= 0 && Number.isInteger(value);
export const isUser = (uid: number): boolean => Number.isSafeInteger(uid) && uid > 0;

/** Is it an amount that may be moved: whole and above 0? */
export function isAmount(amount: number): boolean {
  return isWhole(amount) && amount !== 0;
}

/** Checks all fields except the trigger's and the slice's. */
export function isOrder(command: PlaceOrder): boolean {
  const { type, price, quantity, quoteAmount, maxSlippage, timeInForce } = command;
  if (!isUser(command.uid) || command.clientOrderId.length > 64) return false;
  if (![price, quantity, quoteAmount, maxSlippage].every(isWhole)) return false;
  if (!['BUY', 'SELL'].includes(command.side)) return false;
  if (!['', 'NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'].includes(command.stpMode)) return false;
  if (type.includes('LIMIT'))
    return (
      price > 0 &&
      quantity > 0 &&
      quoteAmount === 0 &&
      maxSlippage === 0 &&
      ['GTC', 'IOC', 'FOK', 'GTX'].includes(timeInForce)
    );
  const hasOneSize = quantity === 0 ? quoteAmount > 0 : quoteAmount === 0;
  return price === 0 && hasOneSize && maxSlippage < 100_000_000 && ['GTC', 'IOC'].includes(timeInForce);
}

/** Checks the trigger's fields and the slice of an iceberg; `hasPrint`: the market has a last price. */
export function isTrigger(command: PlaceOrder, hasPrint: boolean): boolean {
  const { type, stopPrice = 0, deltaBips = 0, activationPrice = 0, displayQuantity = 0, quoteAmount } = command;
  if (![stopPrice, deltaBips, activationPrice, displayQuantity].every(isWhole)) return false;
  if (type === 'LIMIT' || type === 'MARKET') {
    const rests = type === 'LIMIT' && ['GTC', 'GTX'].includes(command.timeInForce);
    return stopPrice + deltaBips + activationPrice === 0 && (displayQuantity === 0 || rests);
  }
  if (displayQuantity !== 0 || quoteAmount !== 0) return false;
  if (!type.startsWith('TRAILING')) return stopPrice > 0 && deltaBips === 0 && activationPrice === 0;
  return stopPrice === 0 && isBips(deltaBips) && (activationPrice > 0 || hasPrint);
}

export function isBips(bips: number): boolean {
  return isWhole(bips) && bips >= 10 && bips <= 2_000;
}

/** Checks that ticks and steps fit the assets, so that no trade ever needs rounding (trading 0.2). */
export function isMarket(
  command: Pick<Extract<CommandBody, { kind: 'CreateMarket' }>, 'base' | 'quote' | 'parameters'>,
  scales: ReadonlyMap<string, number>,
): boolean {
  const { base, quote, parameters } = command;
  const decimals = (units: number, scale: number): number =>
    [...Array(scale).keys()].find((n) => units % 10 ** (scale - n) === 0) ?? scale;
  const needed = decimals(parameters.tickSize, 8) + decimals(parameters.stepSize, scales.get(base)!);
  return base !== quote && needed <= scales.get(quote)!;
}
