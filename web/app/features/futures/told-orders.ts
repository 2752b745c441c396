/** What became of an order of a perpetual, in words. */
import type { Translate } from '../../i18n/translator.ts';
import { formatAmount, formatNumber } from '../../../ui/format.ts';
import type { Contract, FuturesOrder, Position } from '../../api/calls/futures.ts';
import { placedWords } from '../../terminal/placed-words.ts';
import { unitsOf } from './margin.ts';
import { signedMoney } from './signed-money.ts';
import { closingResult } from './tables/closing.ts';

type ContractWords = Pick<Contract, 'base' | 'settle' | 'pricePrecision'>;
type Filled = Pick<FuturesOrder, 'filledQuantity' | 'averagePrice'>;

/** The size of an order that was placed, and the price that it waits for. */
export function placedOn(t: Translate, contract: ContractWords, quantity: string, price: string): string {
  const { base, settle, pricePrecision } = contract;
  return placedWords(t, { base, quote: settle, priceDecimals: pricePrecision, quantity, price });
}

/** What an order filled at once, with its average price; of one that closes a part of `position` also what that came to. */
export function filledOn(
  t: Translate,
  side: string,
  order: Filled,
  contract: ContractWords,
  position?: Position,
): readonly [title: string, description: string] {
  const { base, settle, pricePrecision } = contract;
  const amount = `${formatAmount(order.filledQuantity, 8)} ${base}`;
  const average = `${t('terminal.average_price')}: ${formatNumber(order.averagePrice, pricePrecision)} ${settle}`;
  const title = t('terminal.order.filled', { side, amount });
  if (position === undefined) return [title, average];
  const [quantity, price] = [unitsOf(order.filledQuantity), unitsOf(order.averagePrice)];
  const { realised } = closingResult(position, { quantity, price, feeRate: 0n });
  return [title, `${average} · ${t('futures.calculator.result')}: ${signedMoney(realised)} ${settle}`];
}
