/**
 * How often one user may move funds (reliability 1.4, ATK-2): each move is a command in the journal and a row that is kept forever, so that
 * who moves the same coin to and fro without end fills disks at everybody's cost.
 */
import { Refusal } from '@agio/contracts/errors';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const TEN_MINUTES_IN_SECONDS = 600;
/** The most moves between wallets, of margin between a wallet and its positions, and changes of price alerts, in that time. */
export const MOVES_IN_TEN_MINUTES = { TRANSFER: 60, MARGIN: 300, ALERT: 120 } as const;

export interface MoveRate {
  /** Counts one move; throws TOO_MANY_ATTEMPTS, with the seconds to wait, when ten minutes hold no more of them. */
  take(uid: number): Promise<void>;
}

export function createMoveRate(kind: keyof typeof MOVES_IN_TEN_MINUTES, isOn: boolean): MoveRate {
  const memory = new RateLimiterMemory({ points: MOVES_IN_TEN_MINUTES[kind], duration: TEN_MINUTES_IN_SECONDS });
  return {
    async take(uid) {
      if (!isOn) return;
      try {
        await memory.consume(uid);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(refused.msBeforeNext / 1000) });
      }
    },
  };
}
