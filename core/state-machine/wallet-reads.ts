/** What a margin wallet has and how its owner set it, whether it ever traded or not. */
import { MarginAccount } from '../perp/account/accounts.ts';
import { capitalView } from '../perp/account/views.ts';
import type { PreferenceView } from '../protocol/core.ts';
import type { CapitalView } from '../protocol/perp-events.ts';
import type { StateMachine } from './state-machine.ts';

/** As Core.capital. */
export function capitalOf({ perps, assets, users }: StateMachine, uid: number, wallet: string): CapitalView | null {
  const user = users.find(uid);
  if (user === undefined || perps.settleAsset < 0) return null;
  // A wallet that never traded has money, and maybe bonus, all the same.
  const account = perps.accounts.find(uid, wallet) ?? new MarginAccount(-1, user, wallet);
  return capitalView(perps.risk, perps.accounts, account, assets[perps.settleAsset].asset);
}

/** As Core.preference. */
export function preferenceOf(
  { perps }: StateMachine,
  uid: number,
  wallet: string,
  symbol: string,
): PreferenceView | null {
  const contract = perps.contract(symbol);
  if (contract === undefined) return null;
  const account = perps.accounts.find(uid, wallet);
  const holding = account?.holdings.get(contract.index);
  return {
    mode: account?.mode ?? (wallet === 'FUTURES' ? 'ONE_WAY' : 'HEDGE'),
    marginMode: holding?.marginMode ?? 'CROSS',
    longLeverage: holding?.longLeverage ?? contract.parameters.leverageDefault,
    shortLeverage: holding?.shortLeverage ?? contract.parameters.leverageDefault,
  };
}
