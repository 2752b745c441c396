/** The demo's trading of contracts: two labelled users with money in their futures wallets, and an insurance fund. */
import { Refusal } from '@agio/contracts/errors';
import { PERP_SCALE } from '@agio/core';
import type { Amount } from '@agio/core/fixed';
import { formatUnits, parseUnits, PRICE_SCALE } from '@agio/core/fixed';
import type { Logger } from 'pino';
import type { RunningEngine } from '../engine/start-engine.ts';
import {
  type ContractDesk,
  type DemoMarket,
  demoMarkets,
  type DemoPrices,
  startContractTraders,
} from '../external/index.ts';
import type { DemoModules } from './demo-modules.ts';
import { placeCommand } from '../modules/futures/index.ts';

const REQUOTE_EVERY_MS = 1_000;
/** USDT in the futures wallet of each simulated trader, and in the fund. */
const TRADER_FUNDS = '20000000';
const FUND = '250000';

export interface DemoContractsOptions {
  readonly engine: RunningEngine;
  readonly modules: DemoModules;
  readonly prices: DemoPrices;
  readonly makerUid: number;
  readonly takerUid: number;
  readonly logger: Logger;
}

export async function startDemoContracts(options: DemoContractsOptions): Promise<{ stop(): void }> {
  const { engine, modules, prices, makerUid, takerUid, logger } = options;
  await fundInsurance(engine);
  for (const uid of [makerUid, takerUid]) await fundTrader(modules, uid);
  return startContractTraders({
    desk: deskOf(modules),
    markets: findDemoContracts(modules, prices),
    makerUid,
    takerUid,
    requoteEveryMs: REQUOTE_EVERY_MS,
    onTrouble: (error) => logger.warn({ err: error }, 'a demo trader of contracts begins anew'),
  });
}

/** The demo's contracts with their reference prices, from the rules of the contracts that exist. */
export function findDemoContracts({ futures }: DemoModules, prices: DemoPrices): DemoMarket[] {
  const rules = [...futures.live.contracts.values()].map(({ view }) => ({
    symbol: view.symbol,
    base: view.base,
    quote: view.settle,
    tickSize: formatUnits(view.parameters.tickSize, PRICE_SCALE),
    stepSize: formatUnits(view.parameters.stepSize, PERP_SCALE),
    minAmount: formatUnits(view.parameters.minNotional, PERP_SCALE),
  }));
  return demoMarkets(rules, prices);
}

/** Once: what there is is left as it is. */
async function fundInsurance(engine: RunningEngine): Promise<void> {
  const accounts = await engine.query('houseAccounts', {});
  if (accounts.some(({ name }) => name === 'INSURANCE')) return;
  const amount = parseUnits(FUND, PERP_SCALE) as Amount;
  const key = (name: string): { key: string; fingerprint: string } => ({ key: `s:demo:${name}`, fingerprint: '' });
  await engine.submit({ kind: 'ContributeCapital', asset: 'USDT', amount, idempotency: key('capital') });
  await engine.submit({ kind: 'FundPool', pool: 'INSURANCE', asset: 'USDT', amount, idempotency: key('insurance') });
}

async function fundTrader(modules: DemoModules, uid: number): Promise<void> {
  const { view, balance } = await modules.futures.trading.capital(uid);
  // Keys of money live 30 days: without this a later start would bring the funds again.
  if ((view?.balance ?? balance) !== 0n) return;
  const move = { uid, asset: 'USDT', amount: TRADER_FUNDS };
  await modules.wallet.deposit({ ...move, key: `s:demo:futures:${uid}` });
  await modules.wallet.transfer({ ...move, from: 'SPOT', to: 'FUTURES', key: `s:demo:futures-move:${uid}` });
}

/** The same commands as the site's calls send. A refusal is part of trading: a price moved, an order was filled meanwhile. */
function deskOf({ futures }: DemoModules): ContractDesk {
  const { trading } = futures;
  const accepted = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  return {
    async openOrders(uid, symbol) {
      const orders = await trading.openOrders(uid, symbol);
      return orders.map(({ orderId, side, price, quantity }) => ({
        orderId,
        side,
        price: formatUnits(price, PRICE_SCALE),
        quantity: formatUnits(quantity, PERP_SCALE),
      }));
    },
    place(uid, symbol, { side, price, quantity }) {
      const common = { symbol, side, positionSide: 'BOTH', quantity, reduceOnly: false, closePosition: false } as const;
      const kind =
        price === null ? ({ type: 'MARKET' } as const) : ({ type: 'LIMIT', timeInForce: 'GTX', price } as const);
      return accepted(trading.order(placeCommand(uid, { ...common, ...kind }, null)));
    },
    async cancel(uid, symbol, orderId) {
      const name = { uid, wallet: 'FUTURES', symbol, orderId, clientOrderId: '' };
      await accepted(trading.order({ kind: 'CancelPerpOrder', ...name }));
    },
    async positionOf(uid, symbol) {
      const [position] = await trading.positions(uid, symbol);
      if (position === undefined) return 0;
      return Number(formatUnits(position.quantity, PERP_SCALE)) * (position.direction === 'LONG' ? 1 : -1);
    },
  };
}
