/** What the logged-in person has seen of the bell's lists: kept by the account (`seen-mark.ts`), both lists by one call. */
import { quietCall } from '../api/client.ts';
import { request } from '../api/request.ts';
import { createSeenMarks } from './seen-mark.ts';

export const ownSeenMark = createSeenMarks({
  ask: () => request(quietCall, 'GET /web/user/notifications/seen'),
  tell: (body) => request(quietCall, 'POST /web/user/notifications/seen/update', { body }),
});
