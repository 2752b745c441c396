/** The operator's calls about users: accounts, sessions, fee rates, trade groups, restrictions. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import {
  type FeeRateTexts,
  type NewUser,
  operatorCreateUser,
  operatorFeeTier,
  operatorRestrict,
  operatorTradeGroup,
  operatorUserToken,
} from '@agio/contracts/http/operators';
import { type Rate, RATE_SCALE } from '@agio/core/fixed';
import type { WalletModule } from '../wallet/index.ts';
import { refusalOf } from './refusal-sentences.ts';
import { send, type Sender, uidOf, unitsOf } from './sending.ts';

export interface UserRoutesOptions {
  readonly wallet: WalletModule;
  /** Funds from nowhere exist only on a demo exchange. */
  readonly isDemo: boolean;
}

export function userRoutes(sender: Sender, options: UserRoutesOptions): Route[] {
  const { engine, users } = sender;
  return [
    implement(operatorCreateUser, async ({ body }) => {
      if (!options.isDemo && body.fund.length + body.fundFutures.length > 0) throw new Refusal('NOT_DEMO');
      return await createUser(sender, options.wallet, body);
    }),
    implement(operatorUserToken, async ({ body }) => ({
      token: await users.createSession(await uidOf(sender, body.email)),
    })),
    implement(operatorTradeGroup, async ({ body }) => {
      const uid = await uidOf(sender, body.email);
      await send(sender, { kind: 'SetTradeGroup', uid, tradeGroupId: body.tradeGroupId }, 'Done', [uid]);
      return { uid };
    }),
    implement(operatorRestrict, async ({ body: { email, closeOnly } }) => {
      const uid = await uidOf(sender, email);
      const command = { kind: 'RestrictMarginAccount', uid, wallet: 'FUTURES', closeOnly } as const;
      await send(sender, command, 'Done', [uid]);
      return { uid };
    }),
    implement(operatorFeeTier, async ({ body }) => {
      const uid = await uidOf(sender, body.email);
      const [own, trial] = [body.own, body.trial].map((rates) => rates && readRates(rates));
      const tier = { own: own ?? null, trial: trial ?? null, trialEndMs: body.trialEnd };
      const command = { kind: 'SetFeeTier', uid, ...tier } as const;
      const outcome = await engine.submit(command);
      if (!outcome.ok) throw await refusalOf(sender, command, outcome);
      return { uid, seq: outcome.seq };
    }),
  ];
}

/**
 * Opens an account, funds it and makes its key. A repeat completes an interrupted call: every move of funds has a key, so no step is done
 * twice; a repeat of a complete call is refused.
 */
async function createUser(
  { users }: Sender,
  wallet: WalletModule,
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

function readRates(texts: FeeRateTexts): Readonly<Record<keyof FeeRateTexts, Rate>> {
  const read = (name: keyof FeeRateTexts): Rate => unitsOf<Rate>(name, texts[name], RATE_SCALE);
  return {
    spotMaker: read('spotMaker'),
    spotTaker: read('spotTaker'),
    futuresMaker: read('futuresMaker'),
    futuresTaker: read('futuresTaker'),
  };
}
