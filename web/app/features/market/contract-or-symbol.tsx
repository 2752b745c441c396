import type { ListedContract } from '../../api/calls/futures-markets.ts';
import { ContractName } from '../../figures/pair-name.tsx';

type ContractOrSymbolProps = {
  /** Undefined: it is listed no more. */
  readonly contract: ListedContract | undefined;
  /** Null: of no contract. */
  readonly symbol: string | null;
};

export function ContractOrSymbol({ contract, symbol }: ContractOrSymbolProps) {
  return contract ? <ContractName contract={contract} /> : <bdi translate="no">{symbol ?? '–'}</bdi>;
}
