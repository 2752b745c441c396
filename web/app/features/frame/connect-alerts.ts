import { firedWords } from '../../alerts/alert-words.ts';
import { announce } from '../../choices/announce.ts';
import { ensureDomains, spokenNow } from '../../i18n/browser-texts.ts';
import type { AlertCenter } from '../../live/alert-center.ts';
import { connectOwnAlerts } from '../../live/own-alerts.ts';
import { filledMarkets } from '../../live/own-fills.ts';

/** From now on price alerts are told on this page, in the way the person chose. */
export function connectAlerts(user: number): AlertCenter {
  return connectOwnAlerts(
    user,
    (fired) =>
      void filledMarkets()
        .catch(() => new Map())
        .then(async (markets) => {
          // The person may have changed the language since the texts were loaded.
          await ensureDomains(['alerts']).catch(() => undefined);
          const { title, description } = firedWords(spokenNow(), fired, markets);
          announce('info', title, description);
        }),
  );
}
