/** The operator's calls about what the house gives a user: bonus, fee vouchers, positions of vouchers (trading A5.8, E). */
import { implement, type Route } from '@agio/contracts/endpoint';
import {
  type BonusTerms,
  type FeeVoucherTerms,
  operatorCancelFeeVoucher,
  operatorGrantBonus,
  operatorGrantFeeVoucher,
  operatorOpenVoucherPosition,
  operatorRevokeBonus,
} from '@agio/contracts/http/operator-rewards';
import type { CommandBody } from '@agio/core';
import { type Amount, formatUnits, type Rate, RATE_SCALE } from '@agio/core/fixed';
import type { EngineHandle } from '../../engine/index.ts';
import { amountOf, amountText, futuresOrderOf } from '../futures/index.ts';
import { said } from './refusal-sentences.ts';
import { keyOf, scaleOf, send, type Sender, uidOf, unitsOf } from './sending.ts';
import type { MarketKind } from '@agio/core/words';

type Body<K extends CommandBody['kind']> = Omit<Extract<CommandBody, { kind: K }>, 'kind' | 'idempotency'>;

export function rewardRoutes(sender: Sender): Route[] {
  const { engine } = sender;
  return [
    implement(operatorGrantBonus, async (input) => {
      const idempotency = keyOf(input);
      const scale = await scaleOf(engine, input.body.asset);
      const grant = await grantOf(sender, input.body, scale);
      await checkSymbols(engine, grant.symbols, ['FUTURES']);
      const { amount } = await send(sender, { kind: 'GrantBonus', ...grant, idempotency }, 'Moved', [grant.uid]);
      return { amount: formatUnits(amount, scale) };
    }),
    implement(operatorRevokeBonus, async (input) => {
      const { amount } = await send(sender, { kind: 'RevokeBonus', ...input.body, idempotency: keyOf(input) }, 'Moved');
      return { amount: amountText(amount) };
    }),
    implement(operatorGrantFeeVoucher, async (input) => {
      const idempotency = keyOf(input);
      const scale = await scaleOf(engine, input.body.asset);
      const voucher = await voucherOf(sender, input.body, scale);
      await checkSymbols(engine, voucher.symbols, voucher.products);
      const { amount } = await send(sender, { kind: 'GrantFeeVoucher', ...voucher, idempotency }, 'Moved', [
        voucher.uid,
      ]);
      return { amount: formatUnits(amount, scale) };
    }),
    implement(operatorCancelFeeVoucher, async (input) => {
      await send(sender, { kind: 'CancelFeeVoucher', ...input.body, idempotency: keyOf(input) }, 'Moved');
      return {};
    }),
    implement(operatorOpenVoucherPosition, async (input) => {
      const { email, amount, ...terms } = input.body;
      const idempotency = keyOf(input);
      const uid = await uidOf(sender, email);
      const face = amountOf('amount', amount);
      const command = { kind: 'OpenVoucherPosition', ...terms, uid, amount: face, idempotency } as const;
      const { order } = await send(sender, command, 'PerpOrder', [uid]);
      return { order: futuresOrderOf(order) };
    }),
  ];
}

/** Refuses symbols that no market or contract has: they are typing mistakes. */
async function checkSymbols(
  engine: EngineHandle,
  symbols: readonly string[],
  products: readonly MarketKind[],
): Promise<void> {
  if (symbols.length === 0) return;
  const markets = products.includes('SPOT') ? await engine.query('markets', {}) : [];
  const contracts = products.includes('FUTURES') ? await engine.query('contracts', {}) : [];
  const known = new Set([...markets, ...contracts].map(({ symbol }) => symbol));
  const unknown = symbols.find((symbol) => !known.has(symbol));
  if (unknown === undefined) return;
  const kinds = { SPOT: 'market', FUTURES: 'contract' };
  throw said(
    'UNKNOWN_MARKET',
    `symbols: there is no ${products.map((product) => kinds[product]).join(' or ')} ${unknown}.`,
  );
}

async function grantOf(sender: Sender, terms: BonusTerms, scale: number): Promise<Body<'GrantBonus'>> {
  const { email, amount, ratio, minOwnFunds, expiresAt, ...rest } = terms;
  return {
    ...rest,
    uid: await uidOf(sender, email),
    amount: unitsOf<Amount>('amount', amount, scale),
    ratio: unitsOf<Rate>('ratio', ratio, RATE_SCALE),
    minOwnFunds: unitsOf<Amount>('minOwnFunds', minOwnFunds, scale),
    expiresAtMs: expiresAt,
  };
}

async function voucherOf(sender: Sender, terms: FeeVoucherTerms, scale: number): Promise<Body<'GrantFeeVoucher'>> {
  const { email, asset, amount, ratio, maxPerUse, expiresAt, ...rest } = terms;
  return {
    ...rest,
    uid: await uidOf(sender, email),
    coin: asset,
    amount: unitsOf<Amount>('amount', amount, scale),
    ratio: unitsOf<Rate>('ratio', ratio, RATE_SCALE),
    maxPerUse: unitsOf<Amount>('maxPerUse', maxPerUse, scale),
    expiresAtMs: expiresAt,
  };
}
