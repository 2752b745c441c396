/** What the page knows of a user of perpetuals, as the site's calls show it, for tests that hold the ticket against the core. */
import type { TestPerps } from '../../../core/testing/perps.ts';
import { capitalOf, contractOf, orderOf, positionOf, preferenceOf } from '../../../server/modules/futures/views.ts';
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
