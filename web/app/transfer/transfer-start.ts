/** How the transfer of funds between wallets begins. */
import { DEFAULTS } from '@agio/contracts/defaults';
import type { Capital } from '@agio/contracts/http/futures-shapes';
import type { Balance, Wallet } from '../api/types.ts';

export interface TransferStart {
  readonly from: Wallet;
  readonly asset: string;
}

const hasSome = ({ available }: Balance): boolean => /[1-9]/.test(available);

/**
 * From the wallet beside which the button was pressed, `chosen`, or from spot: with what of it can be moved.
 */
export function transferStart(balances: readonly Balance[], chosen: Wallet | null = null): TransferStart {
  const from: Wallet = chosen ?? 'SPOT';
  const movable = balances.filter((balance) => balance.wallet === from && hasSome(balance)).map(({ asset }) => asset);
  const asset = movable.includes(DEFAULTS.spotQuote) ? DEFAULTS.spotQuote : (movable[0] ?? DEFAULTS.spotQuote);
  return { from, asset };
}

/** How much can leave a wallet. For the futures wallet's own coin that is less than its balance while positions or orders need some. */
export function leavable(balances: readonly Balance[], capital: Capital | null, from: Wallet, asset: string): string {
  if (from === 'FUTURES' && capital?.asset === asset) return capital.transferable;
  return balances.find((balance) => balance.asset === asset && balance.wallet === from)?.available ?? '0';
}
