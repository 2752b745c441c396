/** How a row of the own liquidations names what was closed. Pure. */
import type { Receipt } from '@agio/contracts/http/futures-shapes';
import type { DirectionName } from '@agio/core/words';
import type { Translate } from '../../../i18n/translator.ts';

type Step = Pick<Receipt, 'kind' | 'step' | 'direction' | 'positionSide'>;

/** Long and short of one contract that close against each other are a step of a liquidation with a name of its own (trading B13). */
export function stepText(t: Translate, { kind, step }: Step): string {
  if (kind === 'ADL') return t('futures.table.adl');
  return t(step === 'HEDGE_CLOSED' ? 'futures.table.hedge_closed' : 'futures.table.liquidation_fill');
}

/**
 * The sides of the positions that it closed: both where long and short closed against each other. Of rows that are older than receipts only
 * hedge mode names the side; of the others none is known.
 */
export function closedSides({ step, direction, positionSide }: Step): readonly DirectionName[] {
  if (step === 'HEDGE_CLOSED') return ['LONG', 'SHORT'];
  if (direction !== null) return [direction];
  return positionSide === 'BOTH' ? [] : [positionSide];
}
