/** Operators: what the command line asks of a running exchange. Roles, approvals and the audit trail join it later. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import {
  type NewUser,
  type FeeRateTexts,
  operatorContractStatus,
  operatorCreateUser,
  operatorFeeTier,
  operatorFundPool,
  operatorLedger,
  operatorMarketStatus,
  operatorShock,
  operatorState,
  operatorTradeGroup,
  operatorUserToken,
} from '@agio/contracts/http/operators';
import type { Outcome } from '@agio/core';
import { formatUnits, parseUnits, type Rate, RATE_SCALE } from '@agio/core/fixed';
import type { Engine } from '../../engine/index.ts';
import type { DemoPrices } from '../../external/index.ts';
import { fundPool } from './pools.ts';
import type { Users } from '../users/index.ts';
import type { Wallet } from '../wallet/index.ts';

export interface OperatorsOptions {
  readonly users: Users;
  readonly wallet: Wallet;
  readonly engine: Engine;
  /** Funds from nowhere exist only on a demo exchange. */
  readonly isDemo: boolean;
  /** Null where there is no demo to shock. */
  readonly demoPrices: DemoPrices | null;
}

export function createOperators(options: OperatorsOptions): { readonly routes: Route[] } {
  const { users, engine } = options;
  return {
    routes: [
      implement(operatorCreateUser, async ({ body }) => {
        if (!options.isDemo && body.fund.length + body.fundFutures.length > 0) throw new Refusal('NOT_DEMO');
        return await createUser(options, body);
      }),
      implement(operatorUserToken, async ({ body }) => {
        const uid = await users.findUser(body.email);
        if (uid === null) throw new Refusal('NOT_FOUND');
        return { token: await users.createSession(uid) };
      }),
      implement(operatorShock, async ({ body }) => {
        if (options.demoPrices === null) throw new Refusal('NOT_DEMO');
        if (options.demoPrices.price(body.symbol, Date.now()) === null) throw new Refusal('UNKNOWN_MARKET');
        options.demoPrices.shock(body.symbol, { share: body.percent / 100, forMs: body.forSeconds * 1_000 });
        return {};
      }),
      implement(operatorMarketStatus, async ({ body }) =>
        done(await engine.submit({ kind: 'SetMarketStatus', ...body })),
      ),
      implement(operatorContractStatus, async ({ body }) =>
        done(await engine.submit({ kind: 'SetContractStatus', ...body })),
      ),
      implement(operatorFundPool, async ({ body, idempotencyKey, fingerprint }) => {
        if (idempotencyKey === '') throw new Refusal('BAD_REQUEST', { detail: 'send an Idempotency-Key' });
        return { accounts: await fundPool(engine, body, idempotencyKey, fingerprint) };
      }),
      implement(operatorTradeGroup, async ({ body }) => {
        const uid = await users.findUser(body.email);
        if (uid === null) throw new Refusal('NOT_FOUND');
        done(await engine.submit({ kind: 'SetTradeGroup', uid, tradeGroupId: body.tradeGroupId }));
        return { uid };
      }),
      implement(operatorFeeTier, async ({ body }) => {
        const uid = await users.findUser(body.email);
        if (uid === null) throw new Refusal('NOT_FOUND');
        const [own, trial] = [body.own, body.trial].map((rates) => rates && readRates(rates));
        const outcome = await engine.submit({
          kind: 'SetFeeTier',
          uid,
          own: own ?? null,
          trial: trial ?? null,
          trialEndMs: body.trialEnd,
        });
        if (!outcome.ok) throw new Refusal(outcome.code);
        return { uid, seq: outcome.seq };
      }),
      implement(operatorState, () => engine.query('stateHash', {})),
      implement(operatorLedger, async () => {
        const sums = await engine.query('ledgerSums', {});
        return {
          seq: engine.durableSeq,
          sums: sums.map(({ asset, scale, ...amounts }) => ({
            asset,
            sum: formatUnits(amounts.sum, scale),
            users: formatUnits(amounts.users, scale),
            house: formatUnits(amounts.house, scale),
            external: formatUnits(amounts.external, scale),
          })),
        };
      }),
    ],
  };
}

/**
 * Opens an account, funds it and makes its key. A repeat finishes what was cut short: every move of funds has a key, so
 * what was done is not done again; a repeat that finds nothing left to do is refused.
 */
async function createUser(
  { users, wallet }: OperatorsOptions,
  { email, password, fund, fundFutures, apiKey }: NewUser,
): Promise<{ uid: number; apiKey: string; apiSecret: string }> {
  const begun = await users.findNewUser(email, password);
  const uid = begun ?? (await users.createUser(email, password));
  let isNew = begun === null;
  const note = ({ repeated }: { repeated: boolean }): void => void (isNew ||= !repeated);
  for (const [index, { asset, amount }] of fund.entries())
    note(await wallet.deposit({ uid, asset, amount, key: `s:operator:${uid}:spot:${index}` }));
  for (const [index, { asset, amount }] of fundFutures.entries()) {
    const move = { uid, asset, amount };
    note(await wallet.deposit({ ...move, key: `s:operator:${uid}:futures:${index}` }));
    note(await wallet.transfer({ ...move, from: 'SPOT', to: 'FUTURES', key: `s:operator:${uid}:move:${index}` }));
  }
  const isKeyMissing = apiKey && (isNew || (await users.countApiKeys(uid)) === 0);
  if (!isNew && !isKeyMissing) throw new Refusal('EMAIL_TAKEN');
  const key = isKeyMissing
    ? await users.createApiKey(uid, 'command line', ['read', 'spot', 'futures', 'transfer'])
    : null;
  return { uid, apiKey: key?.apiKey ?? '', apiSecret: key?.apiSecret ?? '' };
}

type FeeRates = Readonly<Record<keyof FeeRateTexts, Rate>>;

function readRates(texts: FeeRateTexts): FeeRates {
  const read = (name: keyof FeeRateTexts): Rate => {
    const text = texts[name];
    const units = parseUnits(text.replace('-', ''), RATE_SCALE);
    if (units === null) throw new Refusal('BAD_REQUEST', { detail: `${name} has more than ${RATE_SCALE} decimals` });
    return (text.startsWith('-') ? 0 - units : units) as Rate;
  };
  return {
    spotMaker: read('spotMaker'),
    spotTaker: read('spotTaker'),
    futuresMaker: read('futuresMaker'),
    futuresTaker: read('futuresTaker'),
  };
}

function done(outcome: Outcome): Record<string, never> {
  if (!outcome.ok) throw new Refusal(outcome.code);
  return {};
}
