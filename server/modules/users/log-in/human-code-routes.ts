/** The calls of a human verification, and the operator's switch. */
import { implement, type Route } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/compliance';
import { humanCodeStatus } from '@agio/contracts/http/content';
import type { Db } from '../../../store/index.ts';
import type { HumanCodes } from './human-codes.ts';
import { setLoginAfterFailures } from './risk-switches.ts';

export function humanCodeRoutes(db: Db, codes: HumanCodes): Route[] {
  return [
    implement(humanCodeStatus, ({ query }) => codes.status(query.bizId)),
    implement(contract.humanCodeChallenge, ({ body }) => codes.challenge(body.bizId)),
    implement(contract.humanCodeSolve, ({ body }) => codes.solve(body.bizId, body.number)),
    implement(contract.operatorSetVerification, async ({ body }) => {
      await setLoginAfterFailures(db, body.loginAfterFailures);
      return body;
    }),
  ];
}
