/** How the transfer of funds between wallets begins. */
import { DEFAULTS } from '@agio/contracts/defaults';
import type { Balance, Wallet } from '../../api/types.ts';

export interface TransferStart {
  readonly from: Wallet;
  readonly asset: string;
}

const hasSome = ({ available }: Balance): boolean => /[1-9]/.test(available);

/**
 * If contracts have a page, the transfer goes to futures. If not, a user who presses the button more likely wants funds back from the
 * futures wallet; if that is empty, only the other direction is possible.
 */
export function transferStart(balances: readonly Balance[], hasContractPage: boolean): TransferStart {
  const inFutures = balances.some((balance) => balance.wallet === 'FUTURES' && hasSome(balance));
  const from: Wallet = !hasContractPage && inFutures ? 'FUTURES' : 'SPOT';
  const movable = balances.filter((balance) => balance.wallet === from && hasSome(balance)).map(({ asset }) => asset);
  const asset = movable.includes(DEFAULTS.spotQuote) ? DEFAULTS.spotQuote : (movable[0] ?? DEFAULTS.spotQuote);
  return { from, asset };
}
