import { formatPercent, formatSigned, signOf } from '../../../ui/format.ts';
import { directionClass } from '../../../ui/price.tsx';
import { useTerminalMarket } from '../terminal-market.ts';
import { useDayChange } from '../use-last-price.ts';

/**
 * By how much the price that stands beside it moved within a day, and that as a share. With all decimals of a price, so that its digits keep
 * their places while it moves.
 */
export function DayChangeStat({ amountClassName }: { readonly amountClassName?: string }) {
  const { instrument } = useTerminalMarket();
  const { change, changePercent } = useDayChange();
  return (
    <bdi className={directionClass(signOf(changePercent))}>
      <span className={amountClassName}>
        {formatSigned(change, instrument.quotePrecision)}
        {' · '}
      </span>
      {formatPercent(changePercent)}
    </bdi>
  );
}
