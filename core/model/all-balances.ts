/** What anyone holds in the core's ledger, by the names that the naive models have for it. */
import type { Core } from '../protocol/core.ts';
import { AVAILABLE, HOUSE, LOCKED } from '../ledger/ledger.ts';
import { machineOf } from '../testing/exchange.ts';

/** Everything that anyone holds, as the model names it. */
export function balancesOf(core: Core, uids: readonly number[]): Map<string, bigint> {
  const { ledger, users, assets } = machineOf(core);
  const found = new Map<string, bigint>();
  const put = (key: string, units: bigint): void => void (units !== 0n && found.set(key, units));
  assets.forEach(({ asset: name }, index) => {
    put(`0 ${name} AVAIL`, ledger.balance(ledger.houseRow(index), AVAILABLE));
    put(`-1 ${name} AVAIL`, ledger.balance(ledger.externalRow(index), AVAILABLE));
    for (const one of uids) {
      for (const balance of core.balances(one).filter((b) => b.asset === name)) {
        put(`${one} ${name} ${balance.wallet === 'SPOT' ? 'AVAIL' : 'FUTURES'}`, balance.available);
        put(`${one} ${name} LOCKED`, balance.locked);
      }
    }
  });
  for (const { owner, asset: index, name, row } of ledger.namedAccounts()) {
    const holder = owner === HOUSE ? 0 : users.at(owner).uid;
    put(`${holder} ${assets[index].asset} ${name}`, ledger.balance(row, AVAILABLE));
    put(`${holder} ${assets[index].asset} ${name}/HOLD`, ledger.balance(row, LOCKED));
  }
  return found;
}

/** One line for each that is not zero. */
export function sorted(balances: ReadonlyMap<string, bigint>): string[] {
  return [...balances]
    .filter(([, units]) => units !== 0n)
    .map(([key, units]) => `${key} ${units}`)
    .sort();
}
