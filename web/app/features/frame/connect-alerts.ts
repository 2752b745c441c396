import type { Translate } from '../../i18n/translator.ts';
import { firedWords } from '../../alerts/alert-words.ts';
import { announce } from '../../choices/announce.ts';
import type { AlertCenter } from '../../live/alert-center.ts';
import { connectOwnAlerts } from '../../live/own-alerts.ts';
import { filledMarkets } from '../../live/own-fills.ts';

/** From now on price alerts are told on this page, in the way the person chose. */
export function connectAlerts(user: number, t: Translate): AlertCenter {
  return connectOwnAlerts(
    user,
    (fired) =>
      void filledMarkets()
        .catch(() => new Map())
        .then((markets) => {
          const { title, description } = firedWords(t, fired, markets);
          announce('info', title, description);
        }),
  );
}
