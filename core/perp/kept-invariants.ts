/** What is kept beside the state of perpetuals, so that orders are judged fast and the kernel can judge them, is what it comes to anew. For tests. */
import { HOLDING, INT_STRIDE } from '../book/order-pool.ts';
import {
  ACCOUNT_FLAGS,
  BOTH_QUANTITY,
  HOLDING_IS_LEFT,
  IN_HEDGE,
  IS_TOUCHED,
  LONG_LEVERAGE,
  SUMS_OF_BUYS,
  SUMS_OF_SELLS,
} from '../kernel/perp-layout.ts';
import type { Holding, MarginAccount } from './account/accounts.ts';
import { OrderLines, SideSums } from './account/order-sums.ts';
import type { Figures, WalletSums } from './account/wallet-sums.ts';
import type { Perps } from './perps.ts';

type Expect = (holds: boolean, message: string) => void;

export function checkKept(perps: Perps, account: MarginAccount, expect: Expect): void {
  for (const holding of account.holdings.values()) checkOrderSums(perps, account, holding, expect);
  if (account.sums === null) return;
  checkWalletSums(perps, account, account.sums, expect);
  checkRecords(perps, account, expect);
}

/** What is kept of a holding's orders is what they come to when they are counted anew. */
function checkOrderSums(
  { orders, accounts: { records } }: Perps,
  account: MarginAccount,
  holding: Holding,
  expect: Expect,
): void {
  const { contract, orderSums, number } = holding;
  if (orderSums === null || !orderSums.isFresh(contract, account.mode)) return;
  const { symbol } = contract;
  const lines = orderSums.keptLines;
  const made = new OrderLines(orders, account.mode, holding.orders);
  for (const side of lines === null ? [] : (['buys', 'sells'] as const)) {
    const [kept, counted] = [lines![side], made[side]].map(({ slots, length }) => slots.slice(0, length).join());
    expect(kept === counted, `${symbol}: the line of ${side} that is kept is not in order`);
  }
  const sumsOf = (): string[] =>
    [SUMS_OF_BUYS, SUMS_OF_SELLS].map((place) => {
      const sums = new SideSums();
      sums.load(records, number, place);
      return JSON.stringify(sums);
    });
  const kept = sumsOf();
  orderSums.recount(orders, holding);
  expect(
    kept.join() === sumsOf().join(),
    `${symbol}: what is kept of the orders, ${kept.join()}, is not ${sumsOf().join()}`,
  );
}

/** What is kept of a wallet's contracts is what they come to when they are counted anew, but for those that are known to be due. */
function checkWalletSums(
  { risk, accounts: { records } }: Perps,
  account: MarginAccount,
  sums: WalletSums,
  expect: Expect,
): void {
  const who = `${account.user.uid} ${account.wallet}`;
  expect(sums.isSummed, `${who}: the sums over contracts are not those of their figures`);
  const touched = new Set(sums.touched());
  const holdings = [...account.holdings.values()].filter(({ number }) => number !== 0);
  expect(
    sums.summed().every((number) => records.holdingOf(number).account === account),
    `${who}: a holding of another account is in the sums`,
  );
  for (const holding of holdings) {
    const { number } = holding;
    const isTouched = records.has(number, IS_TOUCHED);
    expect(isTouched === touched.has(number), `${who}: a holding is touched and not listed`);
    expect(sums.has(number) === sums.summed().includes(number), `${who}: a holding has figures and is not listed`);
    const { symbol, valuation, shared } = holding.contract;
    const kept = sums.of(number);
    const isOld = kept !== null && sums.valuationOf(number) !== valuation;
    expect(!isOld || sums.valuedAt !== shared.valuations || isTouched, `${who} ${symbol}: old figures are due`);
    if (isTouched || isOld) continue;
    const isIdle = holding.orders.size === 0 && holding.isFlat;
    expect(kept !== null || isIdle, `${who} ${symbol}: orders or positions are in no sum`);
    if (kept === null) continue;
    const counted = Object.entries(risk.inUnits?.figuresOf(account, holding) ?? {});
    for (const [name, value] of counted)
      expect(kept[name as keyof Figures] === value || Number.isNaN(value), `${who} ${symbol}: ${name} kept is wrong`);
  }
}

/** What the kernel knows of an account's positions, settings and orders is what they are. */
function checkRecords({ orders, accounts: { records } }: Perps, account: MarginAccount, expect: Expect): void {
  const who = `${account.user.uid} ${account.wallet}`;
  const inHedge = (records.accountInt(account.index, ACCOUNT_FLAGS) & IN_HEDGE) !== 0;
  const live = [...account.holdings.values()].reduce((sum, holding) => sum + holding.orders.size, 0);
  expect(account.hasUnrecorded || account.orderCount === live, `${who}: live orders are counted wrongly`);
  for (const holding of account.holdings.values()) {
    const { number, both, isUnmirrored } = holding;
    if (number === 0) continue;
    expect(holding.isPlaced, `${who} ${holding.contract.symbol}: the kernel does not find its record`);
    expect(!isUnmirrored, `${who}: a record waits to be written`);
    expect(inHedge === (account.mode === 'HEDGE'), `${who}: its record has another position mode`);
    const signed = both === null ? 0n : both.direction * both.quantity;
    const isKnown = records.has(number, HOLDING_IS_LEFT) || records.num(number, BOTH_QUANTITY) === Number(signed);
    expect(isKnown, `${who} ${holding.contract.symbol}: its record has another position`);
    expect(records.num(number, LONG_LEVERAGE) === holding.longLeverage, `${who}: its record has another leverage`);
    for (const order of holding.orders)
      expect(orders.int[order * INT_STRIDE + HOLDING] === number, `${who}: an order names another holding`);
  }
}
