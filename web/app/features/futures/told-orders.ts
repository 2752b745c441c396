/** What became of an order of a perpetual, in words. */
import type { Translate } from '../../i18n/translator.ts';
import { formatAmount, formatNumber } from '../../../ui/format.ts';
import type { Contract, FuturesOrder } from '../../api/calls/futures.ts';
import { placedWords } from '../../terminal/placed-words.ts';
import { signedMoney } from './signed-money.ts';

type ContractWords = Pick<Contract, 'base' | 'settle' | 'pricePrecision'>;
type Filled = Pick<FuturesOrder, 'filledQuantity' | 'averagePrice'>;

/** The size of an order that was placed, and the price that it waits for. */
export function placedOn(t: Translate, contract: ContractWords, quantity: string, price: string): string {
  const { base, settle, pricePrecision } = contract;
  return placedWords(t, { base, quote: settle, priceDecimals: pricePrecision, quantity, price });
}

/** What an order filled at once, with its average price. */
export function filledOn(
  t: Translate,
  side: string,
  order: Filled,
  contract: ContractWords,
): readonly [title: string, description: string] {
  const amount = `${formatAmount(order.filledQuantity, 8)} ${contract.base}`;
  return [t('terminal.order.filled', { side, amount }), averageOf(t, order, contract)];
}

/** The average price of an order that closed, and what it brought after its fees where that is known. */
export function closedAt(t: Translate, order: Filled, contract: ContractWords, result: bigint | null): string {
  const average = averageOf(t, order, contract);
  return result === null ? average : `${average} · ${bookedWords(t, result, contract)}`;
}

/** What closing brought after its fees, in words. */
export function bookedWords(t: Translate, result: bigint, { settle }: Pick<Contract, 'settle'>): string {
  return `${t('futures.position.booked')}: ${signedMoney(result)} ${settle}`;
}

function averageOf(t: Translate, { averagePrice }: Filled, { settle, pricePrecision }: ContractWords): string {
  return `${t('terminal.average_price')}: ${formatNumber(averagePrice, pricePrecision)} ${settle}`;
}
