/** How each assertion of the perpetuals is made to fail: its condition, and what breaks it. */
import { BUY, BY_USER, CANCELED } from '../book/order-pool.ts';
import type { Holding, MarginAccount, OpenPosition } from '../perp/account/accounts.ts';
import { NO_BONUS } from '../perp/account/bonus-source.ts';
import { type FillPlan, planFill } from '../perp/account/fill-plan.ts';
import { PerpMoney } from '../perp/account/money.ts';
import type { Perps } from '../perp/perps.ts';
import { machineOf, units } from './exchange.ts';
import { TestPerps } from './perps.ts';

interface Scene {
  readonly perps: Perps;
  readonly account: MarginAccount;
  readonly holding: Holding;
  readonly position: OpenPosition;
  readonly timeMs: number;
}

/** 1 is long 1 at 50 000 with isolated margin, and has an order of 1 that rests. */
function perp(): Scene & { readonly order: number } {
  const x = new TestPerps({ leverageDefault: 10 });
  for (const uid of [1, 2]) x.fund(uid, 100_000);
  x.isolate(1);
  x.trade(1, 2, 50_000, 1);
  x.buy(1, { price: 49_000, quantity: 1 });
  const { perps } = machineOf(x.core);
  const account = perps.accounts.find(1, 'FUTURES')!;
  const holding = account.holding(perps.contracts[0]!);
  const [order] = account.liveOrders();
  return { perps, account, holding, position: holding.both!, timeMs: x.timeMs, order: order! };
}

/** A fill of 1's position, as planned or changed afterwards, is booked. */
function perpFill(
  { perps, account, holding, timeMs }: Scene,
  side: number,
  quantity: bigint,
  changed: (plan: FillPlan) => FillPlan = (plan) => plan,
): void {
  const price = BigInt(units(50_000));
  const plan = changed(planFill(holding, side, 'BOTH', quantity, price));
  perps.settler.apply(account, holding, plan, { fee: 0n, isLiquidation: false }, timeMs);
}

const ONE = BigInt(units(1));
const SELL = 1 - BUY;

export const PERP_BREACHES: readonly (readonly [condition: string, broken: () => void])[] = [
  ['an account that is asked for by index is there', () => perp().perps.accounts.at(7)],
  [
    'an order that is accepted lies on the grid of its contract',
    () => {
      const { perps, account, holding } = perp();
      perps.lifecycle.accept(account, holding, { ticks: 1, lots: 0 } as never, 0);
    },
  ],
  [
    'an order of a contract that ends is open',
    () => {
      const { perps, order } = perp();
      perps.lifecycle.cancel(order, CANCELED, BY_USER, 0);
      perps.lifecycle.end(order, CANCELED, BY_USER, 0);
    },
  ],
  [
    'an order of a contract trades no more than is left of it',
    () => {
      const { perps, order } = perp();
      perps['matcher']['countFill']({ order, feeRest: 0 } as never, { lots: Infinity } as never, 0);
    },
  ],
  [
    'a fill is planned for the position as it stands',
    () => perpFill(perp(), BUY, ONE, (plan) => ({ ...plan, before: null })),
  ],
  [
    'a position that is left after a fill was planned to be',
    () => perpFill(perp(), SELL, ONE / 2n, (plan) => ({ ...plan, next: null })),
  ],
  [
    'the open interest of a contract is not below 0',
    () => {
      const scene = perp();
      scene.holding.contract.openQuantity = 0n;
      perpFill(scene, SELL, ONE);
    },
  ],
  [
    'a fill leaves the position that was planned',
    () => perpFill(perp(), BUY, ONE, (plan) => ({ ...plan, next: plan.before && { ...plan.before, quantity: ONE } })),
  ],
  ['a position lies on the grid of its contract', () => perpFill(perp(), BUY, 1n)],
  [
    'a position closes at a value no more than it has',
    () => {
      const { perps, account, holding, position, timeMs } = perp();
      perps.settler.closeAtValue(account, holding, position, ONE + 1n, 1n, timeMs);
    },
  ],
  [
    'a voucher pays at most the fee',
    () => {
      const { perps, account, holding, timeMs } = perp();
      const bonus = { ...NO_BONUS, hasNone: () => false, coverFee: () => ({ amount: 2n, postings: [] }) };
      const money = new PerpMoney({ ledger: perps.money['ledger'], accounts: perps.accounts, bonus, settle: () => 0 });
      money.fee(account, holding.contract, 1n, timeMs);
    },
  ],
  [
    'the wallets of all payments were touched',
    () => {
      const x = new TestPerps();
      for (const uid of [1, 2]) x.fund(uid, 100_000);
      x.trade(1, 2, 50_000, 1);
      const { ledger } = machineOf(x.core);
      ledger.giveFutures = () => {};
      x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
      x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' });
    },
  ],
  [
    'funding that is paid out is above 0',
    () => {
      const { perps, account } = perp();
      perps.money.fromInsurance(account, -1n);
    },
  ],
  [
    'margin that is set aside is above 0',
    () => {
      const { perps, account, holding, position } = perp();
      perps.money.isolate(account, holding.contract, position, -1n);
    },
  ],
  [
    'own money that is set aside is above 0',
    () => {
      const { perps, account, holding, position } = perp();
      perps.money.isolateOwn(account, holding.contract, position, -1n);
    },
  ],
  [
    'a grant takes no more back than the margin that there is',
    () => {
      const { perps, account, holding, position } = perp();
      position.bonusParts.set(1, perps.accounts.margin(account, holding.contract, position) + 1n);
      perps.money.takeBonusBack(account, holding.contract, position, 1);
    },
  ],
  [
    'bonus pays no more of a debt than there is',
    () => {
      const { perps, account } = perp();
      const ledger = perps.money['ledger'];
      perps.money.toInsurance(account, perps.accounts.balance(account, 0) + 1n);
      const bonus = { ...NO_BONUS, charge: () => [perps.money.mainOf(account, -2n)] };
      new PerpMoney({ ledger, accounts: perps.accounts, bonus, settle: () => 0 }).coverDebt(account);
    },
  ],
  [
    'the insurance fund is not below 0',
    () => {
      const { perps, account, holding } = perp();
      const { money } = perps;
      money['ledger'].post([money.mainOf(account, 1n), money['house'](money['fundRow'](), -money.fund - 1n)]);
      money.takeoverResult(holding.contract, 1n);
    },
  ],
  [
    'a position gives back no more margin than it has',
    () => {
      const { perps, account, holding, position } = perp();
      const margin = perps.accounts.margin(account, holding.contract, position);
      perps.money.release(account, holding.contract, position, margin + 1n, false);
    },
  ],
  [
    'a liquidation charges no more than the margin that is left',
    () => {
      const { perps, account, holding, position } = perp();
      const margin = perps.accounts.margin(account, holding.contract, position);
      perps.money.chargeMargin(account, holding.contract, position, { realised: -margin, fee: 1n });
    },
  ],
  [
    'funding takes no more margin than there is',
    () => {
      const { perps, account, holding, position } = perp();
      const margin = perps.accounts.margin(account, holding.contract, position);
      perps.money.fundingFromMargin(account, holding.contract, position, margin + 1n);
    },
  ],
  [
    'the liquidation engine that gives away has taken something over',
    () => {
      const { perps, holding } = perp();
      perps.takeoverInventory.give(holding.contract, ONE, 1n);
    },
  ],
  [
    'the liquidation engine gives away no more than it holds',
    () => {
      const { perps, holding } = perp();
      perps.takeoverInventory.take(holding.contract, 1n, ONE, 1n);
      perps.takeoverInventory.give(holding.contract, ONE + 1n, 1n);
    },
  ],
  [
    'the liquidation engine gives away at cost no more than it holds',
    () => {
      const { perps, holding } = perp();
      perps.takeoverInventory.giveAtCost(holding.contract, ONE);
    },
  ],
];
