/** What the page knows of a user of perpetuals, as the site's calls show it, for tests that hold the ticket against the core. */
import type { TestPerps } from '../../../core/testing/perps.ts';
import { capitalOf, contractOf, orderOf, positionOf, preferenceOf } from '../../../server/modules/futures/views.ts';
import type { AccountState } from '../../../web/app/features/futures/account-at-marks.ts';
import type { MarginState } from '../../../web/app/features/futures/margin.ts';

export function marginStateOf(x: TestPerps, uid: number, symbol: string): MarginState {
  const views = x.core.contracts();
  const live = { contracts: new Map(views.map((view) => [view.symbol, { view }])) };
  const contracts = views.map(contractOf);
  const marks = new Map(views.map((view) => [view.symbol, BigInt(view.markPrice)]));
  const owner = { uid, wallet: 'FUTURES', symbol: '' };
  return {
    contract: contracts.find((one) => one.symbol === symbol)!,
    contracts,
    preference: preferenceOf(symbol, x.core.preference(uid, 'FUTURES', symbol)!),
    mark: marks.get(symbol)!,
    positions: x.core.positions(owner).map((one) => positionOf(live, one)),
    orders: x.core.openPerpOrders({ ...owner, symbol }).map(orderOf),
    capital: capitalOf(x.core.capital(uid, 'FUTURES'), 0n),
    marks,
  };
}

/** The wallet with all its contracts. */
export function accountStateOf(x: TestPerps, uid: number): AccountState {
  const views = x.core.contracts();
  const { positions, contracts, marks } = marginStateOf(x, uid, views[0]!.symbol);
  const known = views.map((view) => [view.symbol, x.core.preference(uid, 'FUTURES', view.symbol)!] as const);
  return {
    capital: capitalOf(x.core.capital(uid, 'FUTURES'), 0n),
    positions,
    contracts,
    marks,
    orders: x.core.openPerpOrders({ uid, wallet: 'FUTURES', symbol: '' }).map(orderOf),
    preferences: new Map(known.map(([its, one]) => [its, preferenceOf(its, one)])),
  };
}

/** As the page counts after the marks moved: nothing of the wallet is told anew. Null where a liquidation changed it, which is told. */
export function atNewMarks(told: AccountState, now: AccountState): AccountState | null {
  const isChanged = told.capital.balance !== now.capital.balance || told.positions.length !== now.positions.length;
  return isChanged ? null : { ...told, marks: now.marks };
}
