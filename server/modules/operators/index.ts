/** Operators: what the command line asks of a running exchange. Roles, approvals and the audit trail join it later. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import { operatorCreateUser, operatorLedger, operatorState, operatorUserToken } from '@agio/contracts/http/operators';
import { formatUnits } from '@agio/core/fixed';
import type { Engine } from '../../engine/index.ts';
import type { Users } from '../users/index.ts';
import type { Wallet } from '../wallet/index.ts';

export interface OperatorsOptions {
  readonly users: Users;
  readonly wallet: Wallet;
  readonly engine: Engine;
  /** Funds from nowhere exist only on a demo exchange. */
  readonly isDemo: boolean;
}

export function createOperators(options: OperatorsOptions): { readonly routes: Route[] } {
  const { users, wallet, engine } = options;
  return {
    routes: [
      implement(operatorCreateUser, async ({ body }) => {
        if (!options.isDemo && body.fund.length + body.fundFutures.length > 0) throw new Refusal('NOT_DEMO');
        const uid = await users.createUser(body.email, body.password);
        for (const [index, { asset, amount }] of body.fund.entries()) {
          await wallet.deposit({ uid, asset, amount, key: `s:operator:${uid}:spot:${index}` });
        }
        for (const [index, { asset, amount }] of body.fundFutures.entries()) {
          await wallet.deposit({ uid, asset, amount, key: `s:operator:${uid}:futures:${index}` });
          await wallet.transfer({
            uid,
            asset,
            amount,
            from: 'SPOT',
            to: 'FUTURES',
            key: `s:operator:${uid}:move:${index}`,
          });
        }
        const key = body.apiKey
          ? await users.createApiKey(uid, 'command line', ['read', 'spot', 'futures', 'transfer'])
          : null;
        return { uid, apiKey: key?.apiKey ?? '', apiSecret: key?.apiSecret ?? '' };
      }),
      implement(operatorUserToken, async ({ body }) => {
        const uid = await users.findUser(body.email);
        if (uid === null) throw new Refusal('NOT_FOUND');
        return { token: await users.createSession(uid) };
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
