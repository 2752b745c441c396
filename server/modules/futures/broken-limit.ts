/** Which limit of its contract a refused order of a perpetual broke (trading B15, B18, B19). */
import { type BrokenLimit, refusalOfLimit, type Refusal } from '@agio/contracts/errors';
import type { CommandBody, RejectCode } from '@agio/core';
import { MAX_TICKS } from '@agio/core/formulas';
import { brokenBand, priceText } from '../markets/index.ts';
import type { LiveContract, LiveContracts } from './live.ts';
import { amountText } from './views.ts';

/** The refusal of a command, with the limit that it broke where its code is about one. */
export function futuresRefusal(live: LiveContracts, command: CommandBody, code: RejectCode): Refusal {
  const contract = 'symbol' in command ? live.contracts.get(command.symbol) : undefined;
  return refusalOfLimit(code, contract === undefined ? null : brokenLimit(contract, command, code));
}

function brokenLimit(contract: LiveContract, command: CommandBody, code: RejectCode): BrokenLimit | null {
  const { base, settle, parameters } = contract.view;
  switch (code) {
    case 'PRICE_RANGE': {
      const [least, most] = [parameters.tickSize, MAX_TICKS * parameters.tickSize];
      const isTooHigh = pricesOf(command).some((price) => price > most);
      if (isTooHigh) return { limit: 'price_most', value: priceText(most), asset: settle };
      return { limit: 'price_least', value: priceText(least), asset: settle };
    }
    case 'QUANTITY_RANGE': {
      if (!('quantity' in command)) return null;
      const least = Math.max(parameters.minQuantity, parameters.stepSize);
      if (command.quantity < least) return { limit: 'quantity_least', value: amountText(least), asset: base };
      const most = isLimit(command) ? parameters.maxLimitQuantity : parameters.maxMarketQuantity;
      return { limit: 'quantity_most', value: amountText(most), asset: base };
    }
    case 'MIN_AMOUNT':
      return { limit: 'total_least', value: amountText(parameters.minNotional), asset: settle };
    case 'PRICE_BAND':
    case 'PRICE_OFFSET': {
      // A change of the quantity alone names no price, and the order's own may be beyond either end.
      if (!('price' in command) || typeof command.price !== 'number' || command.price === 0) return null;
      const { markPrice, lastPrice } = contract.view;
      const reach = {
        tickSize: parameters.tickSize,
        center: markPrice,
        last: lastPrice || markPrice,
        rates: parameters,
      };
      const band = brokenBand(code, command.price, reach);
      return band === null ? null : { ...band, asset: settle };
    }
    default:
      return null;
  }
}

/** Of orders only limit orders are ever changed; what a conditional one becomes its change does not say, so its size has the smaller limit. */
function isLimit(command: CommandBody): boolean {
  switch (command.kind) {
    case 'PlacePerpOrder':
      return command.type === 'LIMIT';
    case 'PlaceStopOrder':
      return command.price !== 0;
    default:
      return command.kind === 'AmendPerpOrder';
  }
}

/** Every price that the command names. */
function pricesOf(command: CommandBody): readonly number[] {
  const exits = 'takeProfit' in command ? [command.takeProfit, command.stopLoss] : [];
  const own = [
    'price' in command ? command.price : 0,
    'triggerPrice' in command ? command.triggerPrice : 0,
    'activationPrice' in command ? (command.activationPrice ?? 0) : 0,
  ];
  return [...own, ...exits.flatMap((exit) => (exit === null ? [] : [exit.triggerPrice, exit.price]))];
}
