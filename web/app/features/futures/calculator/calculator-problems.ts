/** Why the calculator has no answer to what was typed: each at its field, as the ticket would say it of an order. Pure. */
import { type NumberFault, numberFault } from '../../../../ui/typed-number.ts';
import type { Contract } from '../../../api/calls/futures.ts';
import { SCALE, text, units } from '../../../terminal/ticket/typed-units.ts';
import { carriedBy, type Opened, type Wallet } from './calculations.ts';

export const SHEETS = ['pnl', 'target', 'liquidation', 'most'] as const;
export type Sheet = (typeof SHEETS)[number];
export type Field = 'entry' | 'exit' | 'quantity' | 'returned' | 'balance';

export interface Inputs extends Readonly<Record<Field, string>> {
  readonly side: Opened['side'];
  readonly leverage: number;
  readonly marginMode: Wallet['marginMode'];
}

export type CalculatorProblem =
  | { readonly reason: NumberFault }
  | { readonly reason: 'ceiling'; readonly leverage: number }
  | { readonly reason: 'balance'; readonly available: string };

const FIELDS: Readonly<Record<Sheet, readonly Field[]>> = {
  pnl: ['entry', 'exit', 'quantity'],
  target: ['entry', 'returned'],
  liquidation: ['entry', 'quantity', 'balance'],
  most: ['entry', 'balance'],
};

/** An isolated position has its margin alone, whatever else is in the wallet. */
export function fieldsOf(sheet: Sheet, { marginMode }: Pick<Inputs, 'marginMode'>): readonly Field[] {
  const isAlone = sheet === 'liquidation' && marginMode === 'ISOLATED';
  return isAlone ? FIELDS[sheet].filter((field) => field !== 'balance') : FIELDS[sheet];
}

/** A share of the margin in 10^-8; below zero it is a loss. */
export function returnedOf(typed: string): bigint {
  const share = units(typed.replace('-', '')) / 100n;
  return typed.startsWith('-') ? -share : share;
}

export function calculatorProblems(
  sheet: Sheet,
  inputs: Inputs,
  contract: Contract,
): Partial<Record<Field, CalculatorProblem>> {
  const problems: Partial<Record<Field, CalculatorProblem>> = {};
  for (const field of fieldsOf(sheet, inputs)) {
    const typed = field === 'returned' ? inputs.returned.replace(/^-/, '') : inputs[field];
    const reason = numberFault(typed, SCALE);
    if (reason !== null) problems[field] = { reason };
  }
  const isOpened = sheet === 'pnl' || sheet === 'liquidation';
  const [entry, quantity, balance] = [units(inputs.entry), units(inputs.quantity), units(inputs.balance)];
  if (!isOpened || entry === 0n || quantity === 0n || problems.quantity) return problems;
  const opened = { side: inputs.side, leverage: inputs.leverage, entry, quantity };
  const { ceiling, cost } = carriedBy(opened, contract);
  if (ceiling < inputs.leverage) problems.quantity = { reason: 'ceiling', leverage: ceiling };
  const isShort = fieldsOf(sheet, inputs).includes('balance') && balance > 0n && cost > balance;
  if (isShort && problems.quantity === undefined) problems.quantity = { reason: 'balance', available: text(balance) };
  return problems;
}
