/** Why a market refused to change or cancel an order, which may be one of another market than the terminal's. Pure. */
import { REFUSALS } from '@agio/contracts/errors';
import { ApiError } from '../api/request.ts';
import type { Restriction } from '@agio/contracts/market-restrictions';
import { listed } from '../i18n/isolated.ts';
import type { Translate } from '../i18n/translator.ts';
import { refusalText } from '../i18n/words.ts';

interface RefusingMarket {
  readonly name: string;
  /** Null: it takes everything, as far as the page knows. */
  readonly restriction: Restriction | null;
}

/** Where its status is the reason: which market, what its status means and what it still takes. */
export function marketRefusal(t: Translate, error: unknown, { name, restriction }: RefusingMarket): string {
  if (!(error instanceof ApiError) || error.code !== REFUSALS.MARKET_STATUS.code) return refusalText(t, error);
  const why =
    restriction === null
      ? refusalText(t, error)
      : `${t(`terminal.state.lead_${restriction}`)} ${t(`terminal.state.rest_${restriction}`)}`;
  return listed([name, why]);
}
