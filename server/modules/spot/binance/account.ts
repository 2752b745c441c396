/** The dialect's calls about a user's account, and the coins and fees of the exchange. */
import type { z } from 'zod';
import type * as shape from '@agio/contracts/http/binance-shapes';
import { type BalanceView, type FeeTier, STANDARD_RATES } from '@agio/core';
import { formatUnits, RATE_SCALE } from '@agio/core/fixed';
import { optional, type Parameters } from '../../../dialect/parameters.ts';
import type { EngineHandle } from '../../../engine/index.ts';
import type { LiveMarket, Markets } from '../../markets/index.ts';
import { spotRatesOf, type Users } from '../../users/index.ts';
import { ORDER_LIMITS, type OrderRate } from '../order-rate.ts';
import { marketOf } from './named-markets.ts';

type Output<Schema extends z.ZodType> = z.output<Schema>;

/** The account's rates beside no market: those of a market with the standard rates. */
const STANDARD_MARKET = { makerFeeRate: STANDARD_RATES.spotMaker, takerFeeRate: STANDARD_RATES.spotTaker };
/** Rates in 10^-8 per basis point. */
const BIP = 10_000;
/** The one network of a coin while no chain is attached. */
const DEMO_NETWORK = 'DEMO';

export interface Account {
  account(params: Parameters, uid: number): Promise<Output<typeof shape.account>>;
  commission(params: Parameters, uid: number): Promise<Output<typeof shape.commission>>;
  coins(params: Parameters, uid: number): Promise<Output<typeof shape.coin>[]>;
  tradeFee(params: Parameters, uid: number): Promise<Output<typeof shape.tradeFee>[]>;
  orderCounts(params: Parameters, uid: number): Promise<Output<typeof shape.orderRateLimit>[]>;
}

export function createAccount(engine: EngineHandle, markets: Markets, users: Users, limits: OrderRate): Account {
  const { live } = markets;
  const spotBalances = async (uid: number): Promise<Map<string, BalanceView>> => {
    const views = await engine.query('balances', { uid });
    return new Map(views.filter((view) => view.wallet === 'SPOT').map((view) => [view.asset, view]));
  };
  /** Free and locked of every asset, zeros included. */
  const amounts = async (uid: number): Promise<{ asset: string; free: string; locked: string }[]> => {
    const held = await spotBalances(uid);
    return [...live.scales].map(([asset, scale]) => ({
      asset,
      free: formatUnits(held.get(asset)?.available ?? 0n, scale),
      locked: formatUnits(held.get(asset)?.locked ?? 0n, scale),
    }));
  };
  return {
    async account(params, uid) {
      const all = await amounts(uid);
      const rates = spotRatesOf(STANDARD_MARKET, await users.feeTierOf(uid), Date.now());
      const omitsZero = optional(params, 'omitZeroBalances') === 'true';
      return {
        makerCommission: Math.ceil(rates.maker / BIP),
        takerCommission: Math.ceil(rates.taker / BIP),
        buyerCommission: 0,
        sellerCommission: 0,
        commissionRates: { ...rateTexts(rates), buyer: '0', seller: '0' },
        canTrade: true,
        canWithdraw: false,
        canDeposit: false,
        brokered: false,
        requireSelfTradePrevention: true,
        preventSor: false,
        updateTime: Date.now(),
        accountType: 'SPOT',
        balances: omitsZero ? all.filter(({ free, locked }) => free !== '0' || locked !== '0') : all,
        permissions: ['SPOT'],
        uid,
      };
    },
    async commission(params, uid) {
      const market = marketOf(live, params);
      const none = { maker: '0', taker: '0', buyer: '0', seller: '0' };
      return {
        symbol: market.view.symbol,
        standardCommission: { ...feesOf(market, await users.feeTierOf(uid)), buyer: '0', seller: '0' },
        taxCommission: none,
        discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: '', discount: '0' },
      };
    },
    async coins(_params, uid) {
      const held = new Map((await amounts(uid)).map((amount) => [amount.asset, amount]));
      return markets.displays().coins.map((coin) => ({
        coin: coin.asset,
        name: coin.fullName,
        free: held.get(coin.asset)?.free ?? '0',
        locked: held.get(coin.asset)?.locked ?? '0',
        freeze: '0',
        withdrawing: '0',
        ipoing: '0',
        ipoable: '0',
        storage: '0',
        isLegalMoney: false,
        trading: coin.isOpen,
        depositAllEnable: coin.depositOpen,
        withdrawAllEnable: coin.withdrawOpen,
        networkList: [
          {
            network: DEMO_NETWORK,
            coin: coin.asset,
            name: 'Demo network',
            isDefault: true,
            depositEnable: coin.depositOpen,
            withdrawEnable: coin.withdrawOpen,
            withdrawFee: '0',
            withdrawMin: coin.withdrawMin,
            withdrawMax: coin.withdrawMax,
            withdrawIntegerMultiple: formatUnits(1, coin.precision),
            minConfirm: 1,
          },
        ],
      }));
    },
    async tradeFee(params, uid) {
      const tier = await users.feeTierOf(uid);
      const chosen = optional(params, 'symbol') === undefined ? [...live.markets.values()] : [marketOf(live, params)];
      return chosen.map((market) => {
        const { maker, taker } = feesOf(market, tier);
        return { symbol: market.view.symbol, makerCommission: maker, takerCommission: taker };
      });
    },
    async orderCounts(_params, uid) {
      const counts = limits.read(uid);
      return ORDER_LIMITS.map((limit, index) => ({ ...limit, count: counts[index] ?? 0 }));
    },
  };
}

function feesOf(market: LiveMarket, tier: FeeTier): { maker: string; taker: string } {
  return rateTexts(spotRatesOf(market.view.parameters, tier, Date.now()));
}

function rateTexts({ maker, taker }: { maker: number; taker: number }): { maker: string; taker: string } {
  return { maker: formatUnits(maker, RATE_SCALE), taker: formatUnits(taker, RATE_SCALE) };
}
