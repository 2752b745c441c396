/** Corrections by new transfers, and profits withheld after an abuse of bonus (trading C2, E5). */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import {
  type CorrectionEntryText,
  operatorPostCorrection,
  operatorWithholdProfit,
} from '@agio/contracts/http/operator-rewards';
import type { CommandBody } from '@agio/core';
import { type Amount, formatUnits } from '@agio/core/fixed';
import { amountOf, amountText } from '../futures/index.ts';
import { keyOf, scaleOf, send, type Sender, uidOf, unitsOf } from './sending.ts';
import { USER_WALLETS } from '@agio/core/words';

type CorrectionEntry = Extract<CommandBody, { kind: 'PostCorrection' }>['entries'][number];

export function correctionRoutes(sender: Sender): Route[] {
  return [
    implement(operatorPostCorrection, async (input) => {
      const { entries: texts, ...named } = input.body;
      const idempotency = keyOf(input);
      const scale = await scaleOf(sender.engine, named.asset);
      const entries = await entriesOf(sender, texts, scale);
      const uids = entries.map(({ uid }) => uid).filter((uid) => uid !== 0);
      const { amount } = await send(sender, { kind: 'PostCorrection', ...named, entries, idempotency }, 'Moved', uids);
      return { amount: formatUnits(amount, scale) };
    }),
    implement(operatorWithholdProfit, async (input) => {
      const { email, amount, ...named } = input.body;
      const idempotency = keyOf(input);
      const uid = await uidOf(sender, email);
      const most = amountOf('amount', amount);
      const command = { kind: 'WithholdProfit', ...named, uid, amount: most, idempotency } as const;
      const taken = await send(sender, command, 'Moved', [uid]);
      return { amount: amountText(taken.amount) };
    }),
  ];
}

/** Refuses invalid sides with a sentence that says why; the core's refusal would not. */
async function entriesOf(
  sender: Sender,
  texts: readonly CorrectionEntryText[],
  scale: number,
): Promise<CorrectionEntry[]> {
  const entries: CorrectionEntry[] = [];
  for (const text of texts) {
    const { account, email } = text;
    const isUsers = (USER_WALLETS as readonly string[]).includes(account);
    if (isUsers !== (email !== undefined))
      throw new Refusal('BAD_REQUEST', {
        detail: isUsers ? `whose ${account} it is must be said by email` : `${account} is the house’s and has no email`,
      });
    const uid = email === undefined ? 0 : await uidOf(sender, email);
    if (entries.some((known) => known.uid === uid && known.account === account))
      throw new Refusal('BAD_REQUEST', { detail: `${account} is named twice: give each account one entry` });
    const amount = unitsOf<Amount>('amount', text.amount, scale);
    if (amount === 0) throw new Refusal('BAD_REQUEST', { detail: `the entry of ${account} moves nothing` });
    entries.push({ uid, account, amount });
  }
  const sum = entries.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (sum !== 0n)
    throw new Refusal('BAD_REQUEST', { detail: `the entries add up to ${formatUnits(sum, scale)} instead of 0` });
  return entries;
}
