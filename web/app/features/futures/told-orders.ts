/** What became of an order of a perpetual, in words. */
import type { Translate } from '../../i18n/translator.ts';
import { formatUnits } from '../../../ui/decimal.ts';
import { formatAmount } from '../../../ui/format.ts';
import type { Contract, FuturesOrder } from '../../api/calls/futures.ts';
import { formatAverage } from '../../figures/average-price.ts';
import { feeText } from '../../figures/fee-text.ts';
import { withRest } from '../../figures/rest-text.ts';
import type { FillSum } from '../../live/fill-center.ts';
import { type FilledState, type OrderRest, restOf } from '../../live/order-rests.ts';
import { fillWords } from '../../terminal/fill-words.ts';
import { placedWords } from '../../terminal/placed-words.ts';
import { isSet, units } from '../../terminal/ticket/typed-units.ts';
import { signedMoney } from './signed-money.ts';

type ContractWords = Pick<Contract, 'base' | 'settle' | 'pricePrecision'>;
type Filled = Pick<FuturesOrder, 'filledQuantity' | 'averagePrice'>;
type FilledOrder = Filled & FilledState;

/** The size of an order that was placed, and the price that it waits for. */
export function placedOn(t: Translate, contract: ContractWords, quantity: string, price: string): string {
  const { base, settle, pricePrecision } = contract;
  return placedWords(t, { base, quote: settle, priceDecimals: pricePrecision, quantity, price });
}

/** What an order filled at once, with its average price and what it has left. */
export function filledOn(
  t: Translate,
  side: string,
  order: FilledOrder,
  contract: ContractWords,
  rest: OrderRest | null = restOf(order),
): { readonly title: string; readonly description: string } {
  const amount = `${formatAmount(order.filledQuantity, 8)} ${contract.base}`;
  return {
    title: t('terminal.order.filled', { side, amount }),
    description: withRest(t, averageOf(t, order, contract), rest, contract.base),
  };
}

/**
 * What an order filled at once where its fills are known: with the fee, and what closed something in the words of the bell, with its result.
 * `sum`: of those fills; null: they are not known, or not all of them.
 */
export function filledFor(
  t: Translate,
  side: string,
  order: FilledOrder,
  contract: ContractWords,
  { sum, rest }: { readonly sum: FillSum | null; readonly rest: OrderRest | null },
): { readonly title: string; readonly description: string } {
  const told = filledOn(t, side, order, contract, rest);
  if (sum === null) return told;
  const { base, settle, pricePrecision } = contract;
  const words = fillWords(t, sum, { base, quote: settle, priceDecimals: pricePrecision }, rest);
  return isSet(sum.closedQuantity ?? '0') ? words : { ...told, description: words.description };
}

/**
 * How much of what was sent never became part of the order, behind what is told of it: a limit order that only closes is no larger than what
 * there is to close (trading B17), while one at the market expires with the rest. `sent`: undefined of an order without a size.
 */
export function withDropped(
  t: Translate,
  told: string,
  sent: string | undefined,
  { quantity }: Pick<FuturesOrder, 'quantity'>,
  { base }: Pick<Contract, 'base'>,
): string {
  const dropped = units(sent ?? '0') - units(quantity);
  if (dropped <= 0n) return told;
  const words = t('frame.fills.rest_ended', { amount: `${formatAmount(formatUnits(dropped, 8), 8)} ${base}` });
  return told === '' ? words : `${told} · ${words}`;
}

/** The average price of an order that closed, what it brought after the closing fee where that is known, and what it has left. */
export function closedAt(
  t: Translate,
  order: FilledOrder,
  contract: ContractWords,
  result: bigint | null,
  rest: OrderRest | null = restOf(order),
): string {
  const average = averageOf(t, order, contract);
  const told = result === null ? average : `${average} · ${bookedWords(t, result, contract)}`;
  return withRest(t, told, rest, contract.base);
}

/** What closing brought after the fee of closing, in words: those of opening are in the history of positions. */
export function bookedWords(t: Translate, result: bigint, { settle }: Pick<Contract, 'settle'>): string {
  return `${t('futures.position.closed_pnl')}: ${signedMoney(result)} ${settle}`;
}

/** What a position that is turned round comes to: prices as decimals, money in units of 10^-8; null: not known. */
interface Reversed {
  readonly closingPrice: string | null;
  readonly openingPrice: string | null;
  /** Of the closed position, after the fee of closing it. */
  readonly result: bigint | null;
  readonly openingFee: bigint | null;
}

/** The same words before a reversal, for what is expected, and after it, for what was booked. */
export function reversalParts(
  t: Translate,
  { settle, pricePrecision }: ContractWords,
  { closingPrice, openingPrice, result, openingFee }: Reversed,
): readonly (readonly [label: string, value: string | null])[] {
  const price = (text: string | null) => text && `${formatAverage(text, pricePrecision)} ${settle}`;
  return [
    [t('futures.position.closing_price'), price(closingPrice)],
    [t('futures.position.opening_price'), price(openingPrice)],
    [t('futures.position.closed_pnl'), result === null ? null : `${signedMoney(result)} ${settle}`],
    [t('futures.position.opening_fee'), openingFee === null ? null : feeText(t, formatUnits(openingFee, 8), settle)],
  ];
}

/** What a reversal came to, in one line; what is not known is left out. */
export function reversedAt(
  t: Translate,
  contract: ContractWords,
  { closed, opened, ...money }: Record<'closed' | 'opened', Filled> & Pick<Reversed, 'result' | 'openingFee'>,
): string {
  const prices = { closingPrice: closed.averagePrice, openingPrice: opened.averagePrice };
  const parts = reversalParts(t, contract, { ...prices, ...money });
  return parts.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`])).join(' · ');
}

function averageOf(t: Translate, { averagePrice }: Filled, { settle, pricePrecision }: ContractWords): string {
  return `${t('terminal.average_price')}: ${formatAverage(averagePrice, pricePrecision)} ${settle}`;
}
