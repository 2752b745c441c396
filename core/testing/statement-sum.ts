/** For tests: a wallet's statement adds up to what the wallet has (trading C2). */
import type { CoreEvent } from '../protocol/events.ts';
import type { Core } from '../protocol/core.ts';
import { machineOf } from './exchange.ts';
import { isMarginWallet } from '../perp/account/wallet-names.ts';
import { fundAfter } from '../perp/account/fund.ts';
import { entriesOf } from '../perp/account/statement.ts';

/** Own funds of every margin account, by user and wallet, and the insurance fund, as the events add them up and as the ledger has them. */
export function statements(core: Core, events: readonly CoreEvent[]): { told: string[]; held: string[] } {
  const { perps, assets } = machineOf(core);
  const sums = new Map<string, bigint>();
  for (const event of events)
    for (const { uid, wallet, amount, asset } of entriesOf(event, 'USDT'))
      if (asset === 'USDT') sums.set(`${uid} ${wallet}`, (sums.get(`${uid} ${wallet}`) ?? 0n) + amount);
  const held = new Map<string, bigint>();
  if (assets[perps.settleAsset]?.asset !== 'USDT') return { told: [], held: [] };
  for (const account of perps.accounts.all()) {
    if (!isMarginWallet(account.wallet)) continue;
    let own = perps.risk.wallet(account);
    for (const holding of account.holdings.values())
      for (const position of holding.positions()) {
        own += perps.accounts.margin(account, holding.contract, position);
        for (const part of position.bonusParts.values()) own -= part;
      }
    held.set(`${account.user.uid} ${account.wallet}`, own);
  }
  const lines = (of: ReadonlyMap<string, bigint>): string[] =>
    [...held.keys()].map((key) => `${key} ${of.get(key) ?? 0n}`).sort();
  held.set('fund', perps.money.fund);
  sums.set(
    'fund',
    events.reduce((fund, event) => fundAfter(fund, event, 'USDT'), 0n),
  );
  return { told: lines(sums), held: lines(held) };
}
