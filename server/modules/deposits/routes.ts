/** The calls about deposits from chains. */
import { createHash, randomBytes } from 'node:crypto';
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/deposits';
import { formatUnits, parseUnits } from '@agio/core/fixed';
import { lockedWritesOf } from '../../limits/locked-writes.ts';
import type { Db } from '../../store/index.ts';
import { type Markets, readUnits } from '../markets/index.ts';
import type { DemoChain } from './demo-chain.ts';
import { insertAddress, listDeposits } from './deposit-repo.ts';
import { SENDINGS_A_DAY, TEST_COINS } from './test-coins.ts';

const TX_ID_HEX = 32;

export interface DepositParts {
  readonly db: Db;
  readonly markets: Markets;
  /** Empty where the exchange is no demo: no other chain is attached yet. */
  readonly chains: readonly DemoChain[];
  readonly hasLimits: boolean;
}

export function depositRoutes({ db, markets, chains, hasLimits }: DepositParts): Route[] {
  const chainOf = (network: string, asset: string): DemoChain => {
    if (chains.length === 0) throw new Refusal('NOT_DEMO');
    const chain = chains.find((known) => known.network === network);
    if (!chain?.assets.includes(asset) || !markets.live.scales.has(asset)) throw new Refusal('UNKNOWN_ASSET');
    return chain;
  };
  /** From now on what arrives there is the user's. */
  const openAddress = async (chain: DemoChain, uid: number, asset: string): Promise<string> => {
    const address = await chain.addressOf({ uid, asset });
    await insertAddress(db, { network: chain.network, address, uid, asset });
    return address;
  };
  return [
    implement(contract.depositCoins, async () => ({ isDemo: chains.length > 0, coins: coinsOf(markets, chains) })),
    implement(contract.depositAddress, async ({ body: { asset, network }, caller: { uid } }) => ({
      asset,
      network,
      address: await openAddress(chainOf(network, asset), uid, asset),
    })),
    implement(contract.depositList, async ({ query, caller: { uid } }) => {
      const heights = chains.map(async ({ network, confirmations, height }) => {
        return [network, { confirmations, height: await height() }] as const;
      });
      return listDeposits(db, uid, query, new Map(await Promise.all(heights)));
    }),
    implement(contract.sendTestCoins, async ({ body, caller: { uid }, idempotencyKey, fingerprint }) => {
      const { asset, network } = body;
      const chain = chainOf(network, asset);
      const amount = testAmountOf(markets, asset, body.amount);
      const address = await openAddress(chain, uid, asset);
      const id =
        idempotencyKey === '' ? randomBytes(TX_ID_HEX).toString('hex') : `${uid} ${idempotencyKey} ${fingerprint}`;
      const txId = createHash('sha256').update(id).digest('hex').slice(0, TX_ID_HEX);
      const most = hasLimits ? SENDINGS_A_DAY : Number.MAX_SAFE_INTEGER;
      const transfer = { txId, address, asset, amount, sentFor: uid };
      const { msToWait } = await lockedWritesOf(db).run(uid, () => chain.send(transfer, most));
      if (msToWait > 0) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(msToWait / 1000) });
      return { txId, address };
    }),
  ];
}

function coinsOf({ live, displays }: Markets, chains: readonly DemoChain[]) {
  const known = displays().coins.filter(({ asset, isShow }) => isShow && live.scales.has(asset));
  return known.flatMap(({ asset, fullName: name }) => {
    const networks = chains
      .filter(({ assets }) => assets.includes(asset))
      .map(({ network, confirmations, blockMs }) => ({ network, confirmations, blockSeconds: blockMs / 1000 }));
    return networks.length === 0 ? [] : [{ asset, name, testAmount: TEST_COINS.get(asset) ?? '0', networks }];
  });
}

/** In the plain form of its units. Throws where it is none, finer than the asset, or more than one sending brings. */
function testAmountOf({ live }: Markets, asset: string, text: string): string {
  const scale = live.scales.get(asset) ?? 0;
  const units = readUnits(text, scale);
  if (units === 'TOO_LARGE' || (units !== 'TOO_FINE' && units > mostTestUnits(asset, scale)))
    throw new Refusal('AMOUNT_TOO_LARGE');
  if (units === 'TOO_FINE' || units === 0)
    throw new Refusal('BAD_REQUEST', {
      detail: 'amount must be above 0 and within the decimals of the asset',
      field: 'amount',
    });
  return formatUnits(units, scale);
}

function mostTestUnits(asset: string, scale: number): number {
  const units = parseUnits(TEST_COINS.get(asset) ?? '0', scale);
  if (units === null) throw new Error(`the test coins of ${asset} are finer than the asset`);
  return units;
}
