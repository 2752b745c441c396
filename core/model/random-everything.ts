/** Random commands of all products on one exchange: spot markets, perpetuals and the house over the same wallets. */
import fc from 'fast-check';
import { productCommand, START as HOUSE_START_MS } from './products/random-products.ts';
import { OTHER_IDS } from './naive-everything.ts';
import { anyCommand } from './perp/random-commands.ts';
import type { Drawn } from './perp/random-perps.ts';
import { scene } from './perp/random-scenes.ts';
import { CONTRACTS, setUp, START_MS } from './perp/random-setup.ts';
import { commandArb, type Draft } from './spot/random-commands.ts';
import { firstOrders, marketsArb, type RandomMarket, setUpMarkets } from './spot/random-markets.ts';

/** Time between two commands of the perpetuals, unless the later one says otherwise. */
export const PERPS_MS = 10;

/** A drawn command and its part of the exchange; the things that it names are looked up when its turn comes. */
export type Part =
  | { readonly part: 'PERPS'; readonly fields: Drawn }
  | { readonly part: 'SPOT'; readonly draft: Draft }
  | { readonly part: 'HOUSE'; readonly fields: Readonly<Record<string, unknown>> };

export interface RandomRun {
  readonly markets: readonly RandomMarket[];
  readonly list: readonly Part[];
}

/** In whichever asset. */
const PRODUCTS = [
  'PayRebate',
  'ContributeCapital',
  'FundPool',
  'SetPoolFloor',
  'RequestWithdrawal',
  'SendWithdrawal',
  'RefundWithdrawal',
  'OpenP2pAd',
  'ChangeP2pAd',
  'CloseP2pAd',
  'OpenP2pOrder',
  'OpenP2pOrder',
  'OpenP2pOrder',
  'ReleaseP2pOrder',
  'RefundP2pOrder',
  'SubscribeEarn',
  'RedeemEarn',
  'PayEarnInterest',
  'SubscribeDual',
  'SettleDual',
];
/** Rewards in another asset; the perpetuals' own commands cover USDT. */
const REWARDS = ['GrantFeeVoucher', 'GrantFeeVoucher', 'CancelFeeVoucher', 'PayPrize', 'ClawBackPrize'];
const OTHER = 'COIN';

/** With an id that only rewards in other assets have, and a time that counts from the run's own. */
function inOtherAsset(fields: Record<string, unknown>): Record<string, unknown> {
  const { asset, coin, voucherId, prizeId, expiresAtMs, ...rest } = fields;
  return {
    ...rest,
    ...(asset === undefined ? {} : { asset: OTHER }),
    ...(coin === undefined ? {} : { coin: OTHER }),
    ...(voucherId === undefined ? {} : { voucherId: OTHER_IDS + Number(voucherId) }),
    ...(prizeId === undefined ? {} : { prizeId: OTHER_IDS + Number(prizeId) }),
    ...(expiresAtMs === undefined ? {} : { expiresInMs: 5_000 * (Number(expiresAtMs) - HOUSE_START_MS) }),
  };
}

/** Draws a command for a run whose spot markets began at `marketsMs`. */
const partOf = (marketsMs: number): fc.Arbitrary<Part> =>
  fc.oneof(
    { weight: 27, arbitrary: anyCommand.map((fields): Part => ({ part: 'PERPS', fields })) },
    { weight: 11, arbitrary: commandArb(marketsMs).map((draft): Part => ({ part: 'SPOT', draft })) },
    { weight: 4, arbitrary: productCommand(PRODUCTS).map((fields): Part => ({ part: 'HOUSE', fields })) },
    {
      weight: 1,
      arbitrary: productCommand(REWARDS).map((fields): Part => ({ part: 'HOUSE', fields: inOtherAsset(fields) })),
    },
  );

/** Money for the house's products. */
const FUNDS: readonly Readonly<Record<string, unknown>>[] = [
  { kind: 'ContributeCapital', asset: OTHER, amount: 400_000 },
  ...['EARN_POOL', 'DUAL_POOL'].flatMap((pool) =>
    [OTHER, 'USDT'].map((asset) => ({ kind: 'FundPool', pool, asset, amount: 60_000 })),
  ),
  { kind: 'FundPool', pool: 'PRIZE_POOL', asset: OTHER, amount: 60_000 },
];
/** How many of the perpetuals' commands make their contracts: comparing begins after them. */
export const FIRST_COMMANDS = 1 + CONTRACTS.length;

/** A whole run: users, contracts and markets, a scene, and what comes. */
export function randomRun(length: { readonly least: number; readonly most: number }): fc.Arbitrary<RandomRun> {
  const start = fc.record({ fund: fc.constantFrom(0, 20, 60, 200, 10_000), wealth: fc.constantFrom(1, 1, 5) });
  return start.chain(({ fund, wealth }) => {
    const first = setUp(fund, wealth);
    // Then the spot markets are made.
    const marketsMs = START_MS + PERPS_MS * first.length;
    return fc
      .record({
        markets: marketsArb(marketsMs),
        hasBook: fc.boolean(),
        before: scene,
        list: fc.noBias(fc.array(partOf(marketsMs), { minLength: length.least, maxLength: length.most, size: 'max' })),
      })
      .map(({ markets, hasBook, before, list }) => {
        const ofPerps = (fields: object): Part => ({ part: 'PERPS', fields: fields as Drawn });
        const ofHouse = (fields: object): Part => ({ part: 'HOUSE', fields: fields as Record<string, unknown> });
        // USDT exists already: the commands of the perpetuals have created it.
        const ofSpot = setUpMarkets(markets).filter((body) => body.kind !== 'CreateAsset' || body.asset !== 'USDT');
        const orders = hasBook ? firstOrders(markets) : [];
        const second = [...ofSpot, ...FUNDS, ...orders].map(ofHouse);
        return { markets, list: [...first.map(ofPerps), ...second, ...before.map(ofPerps), ...list] };
      });
  });
}
