/** How the transfer of funds between wallets begins. */
import { DEFAULTS } from '@agio/contracts/defaults';
import type { Capital } from '@agio/contracts/http/futures-shapes';
import type { Balance, Wallet } from '../../api/types.ts';

export interface TransferStart {
  readonly from: Wallet;
  readonly asset: string;
}

const hasSome = ({ available }: Balance): boolean => /[1-9]/.test(available);

/**
 * If contracts have a page, the transfer goes to futures. If not, a user who presses the button more likely wants funds back from the
 * futures wallet; if that is empty, only the other direction is possible. `chosen`: the wallet beside which the button was pressed.
 */
export function transferStart(
  balances: readonly Balance[],
  hasContractPage: boolean,
  chosen: Wallet | null = null,
): TransferStart {
  const inFutures = balances.some((balance) => balance.wallet === 'FUTURES' && hasSome(balance));
  const from: Wallet = chosen ?? (!hasContractPage && inFutures ? 'FUTURES' : 'SPOT');
  const movable = balances.filter((balance) => balance.wallet === from && hasSome(balance)).map(({ asset }) => asset);
  const asset = movable.includes(DEFAULTS.spotQuote) ? DEFAULTS.spotQuote : (movable[0] ?? DEFAULTS.spotQuote);
  return { from, asset };
}

/** What the core lets out of a wallet: of the futures wallet's own coin less than its balance while positions or orders need some. */
export function leavable(balances: readonly Balance[], capital: Capital | null, from: Wallet, asset: string): string {
  if (from === 'FUTURES' && capital?.asset === asset) return capital.transferable;
  return balances.find((balance) => balance.asset === asset && balance.wallet === from)?.available ?? '0';
}
