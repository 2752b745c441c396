import { type NumberFault, numberFault } from '../../../../ui/typed-number.ts';
import type { Contract } from '../../../api/calls/futures.ts';

/** Why a typed text is no leverage of the contract; null if it is one. */
export function leverageFault(
  text: string,
  { leverageMin, leverageMax }: Pick<Contract, 'leverageMin' | 'leverageMax'>,
): NumberFault | 'range' | null {
  const fault = numberFault(text, 0);
  if (fault !== null) return fault;
  const leverage = Number(text);
  return leverage >= leverageMin && leverage <= leverageMax ? null : 'range';
}
