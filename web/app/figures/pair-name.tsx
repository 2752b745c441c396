import { classNames } from '../../ui/class-names.ts';
import type { Pair } from '../api/types.ts';

type PairNameProps = {
  readonly pair: Pick<Pair, 'base' | 'quote'>;
  readonly className?: string;
  readonly quoteClass?: string;
};

/** A pair in a list: the base stands out, the quote stands back; in this order in every language. */
export function PairName({ pair, className, quoteClass }: PairNameProps) {
  return (
    <bdi translate="no" className={className}>
      <b className="font-semibold">{pair.base}</b>
      <span className={classNames('text-faint', quoteClass)}>/{pair.quote}</span>
    </bdi>
  );
}

type ContractNameProps = {
  readonly contract: { readonly symbol: string; readonly base: string };
  readonly className?: string;
  readonly quoteClass?: string;
};

/** A perpetual in a list, by its symbol, and its coin stands out in it: BTCUSDT, so that it is not taken for the spot market BTC/USDT. */
export function ContractName({ contract: { symbol, base }, className, quoteClass }: ContractNameProps) {
  const [coin, rest] = symbol.startsWith(base) ? [base, symbol.slice(base.length)] : [symbol, ''];
  return (
    <bdi translate="no" className={className}>
      <b className="font-semibold">{coin}</b>
      {rest === '' ? null : <span className={classNames('text-faint', quoteClass)}>{rest}</span>}
    </bdi>
  );
}
