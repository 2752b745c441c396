/** What the logged-in person has seen of the bell's lists: kept by the account (`seen-mark.ts`), both lists by one call. */
import type { BodyOf } from '@agio/contracts/calls';
import { quietCall } from '../api/client.ts';
import { request } from '../api/request.ts';
import { createSeenMark, type SeenMark, type SeenMarkInput } from './seen-mark.ts';

type Kind = keyof Required<BodyOf<'POST /web/user/notifications/seen/update'>>;

export function ownSeenMark(kind: Kind, rest: Pick<SeenMarkInput, 'device' | 'first'>): SeenMark {
  return createSeenMark({
    read: async () => (await readSeen())[kind],
    tell: (upTo) => request(quietCall, 'POST /web/user/notifications/seen/update', { body: { [kind]: upTo } }),
    ...rest,
  });
}

let reading: ReturnType<typeof askSeen> | undefined;
const askSeen = () => request(quietCall, 'GET /web/user/notifications/seen');

/** Both lists begin at the same moment: one call serves both. */
function readSeen(): ReturnType<typeof askSeen> {
  reading ??= askSeen().finally(() => (reading = undefined));
  return reading;
}
