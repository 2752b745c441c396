/** What an exit of a position is expected to bring. */
import { ONE } from '@agio/core/formulas';
import type { TriggerSource } from '@agio/core/words';
import type { Position, StopOrder } from '../../../api/calls/futures.ts';
import { isSet, units } from '../../../terminal/ticket/typed-units.ts';
import { openPartOf, unitsOf } from '../margin.ts';
import { closingResult } from './closing.ts';

interface TypedExit {
  readonly typed: string;
  /** The one that stands. */
  readonly known: StopOrder | undefined;
  /** 10^-8, of a taker. */
  readonly feeRate: bigint;
}

interface ExitOutcome {
  /** The price that triggers it. */
  readonly source: TriggerSource;
  /** After the fee, in units of 10^-8; null while no price is typed. */
  readonly result: bigint | null;
  /** By the margin of what it closes, in 10^-8 of 1; null without a cost. */
  readonly returned: bigint | null;
}

/** A new price keeps the source of the exit that stood. */
export const sourceOf = (known: StopOrder | undefined): TriggerSource => known?.source ?? 'LAST';

/**
 * A new price closes all of the position at the market; an exit that an order brought may close a part of it, and at a limit, as long as
 * its price stays.
 */
export function exitOutcome(position: Position, { typed, known, feeRate }: TypedExit): ExitOutcome {
  const source = sourceOf(known);
  if (!isSet(typed)) return { source, result: null, returned: null };
  const open = openPartOf(position);
  const standing = known?.triggerPrice === typed ? known : undefined;
  const [limit, part] = [unitsOf(standing?.price ?? '0'), unitsOf(standing?.quantity ?? '0')];
  const quantity = part > 0n && part < open.quantity ? part : open.quantity;
  const { realised, fee } = closingResult(position, { quantity, price: limit > 0n ? limit : units(typed), feeRate });
  const result = realised - fee;
  const cost = (open.cost * quantity) / open.quantity;
  return { source, result, returned: cost === 0n ? null : (result * BigInt(position.leverage) * ONE) / cost };
}
