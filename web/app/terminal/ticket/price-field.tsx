import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatUnits } from '../../../ui/decimal.ts';
import type { Side } from '../../api/types.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import { useSlowLastPrice } from '../use-last-price.ts';
import { TicketField } from './ticket-field.tsx';

type PriceFieldProps = {
  readonly side: Side;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (price: string) => void;
};

/** A limit price, with a button that takes the best one of the other side of the book. */
export function PriceField({ side, value, error, onChange }: PriceFieldProps) {
  const { t } = useTranslation();
  const { instrument, feed } = useTerminalMarket();
  const lastPrice = useSlowLastPrice(1_000);
  const takeBest = () => {
    const book = feed.book.get();
    const best = side === 'BUY' ? book.asks[0] : book.bids[0];
    if (best) onChange(formatUnits(best.price, instrument.quotePrecision, instrument.quotePrecision));
  };
  return (
    <TicketField
      label={t('terminal.ticket.price')}
      unit={instrument.quote}
      value={value}
      error={error}
      onChange={onChange}
      step={{ size: instrument.tickSize, from: lastPrice }}
      end={
        <button
          type="button"
          onClick={takeBest}
          className="min-w-12 self-stretch border-s border-line px-2 text-11 font-medium text-accent"
        >
          {t('terminal.ticket.best')}
        </button>
      }
    />
  );
}
