/** How the transfer of funds between wallets begins, and what can be moved. */
import { DEFAULTS } from '@agio/contracts/defaults';
import type { Capital } from '@agio/contracts/http/futures-shapes';
import type { Balance, Wallet } from '../api/types.ts';

export interface TransferStart {
  readonly from: Wallet;
  readonly asset: string;
}

/** Contracts are settled in it, and no other coin is margin for them (trading B1). */
export const MARGIN_COIN = DEFAULTS.spotQuote;

const hasSome = ({ available }: Balance): boolean => /[1-9]/.test(available);

/**
 * The coins that can leave a wallet. To futures it is the one that is margin there: any other would serve nothing. What lies there
 * nevertheless, since a program can move any coin, can be taken back.
 */
export function movableFrom(from: Wallet, balances: readonly Balance[]): readonly string[] {
  if (from === 'SPOT') return [MARGIN_COIN];
  const held = balances.filter((balance) => balance.wallet === from && hasSome(balance)).map(({ asset }) => asset);
  return [...new Set([MARGIN_COIN, ...held])];
}

/** From the wallet beside which the button was pressed, `chosen`, or from spot: with what of it can be moved. */
export function transferStart(balances: readonly Balance[], chosen: Wallet | null = null): TransferStart {
  const from: Wallet = chosen ?? 'SPOT';
  const [margin = MARGIN_COIN, ...others] = movableFrom(from, balances);
  const hasMargin = balances.some((one) => one.wallet === from && one.asset === margin && hasSome(one));
  return { from, asset: hasMargin ? margin : (others[0] ?? margin) };
}

/** How much can leave a wallet. For the futures wallet's own coin that is less than its balance while positions or orders need some. */
export function leavable(balances: readonly Balance[], capital: Capital | null, from: Wallet, asset: string): string {
  if (from === 'FUTURES' && capital?.asset === asset) return capital.transferable;
  return balances.find((balance) => balance.asset === asset && balance.wallet === from)?.available ?? '0';
}
