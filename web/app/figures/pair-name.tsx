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
