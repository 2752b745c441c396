/** Counting how the site is used, without anything of the person who uses it. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../types.ts';
import { TRACK_CACHE_ITEMS, TRACK_CATEGORIES, TRACK_EVENTS } from '../track.ts';

const event = z.enum(TRACK_EVENTS);
const category = z.enum(TRACK_CATEGORIES);

/** A page sends one batch in two seconds at most: heavier than other calls, so that nobody inflates the counts for free. */
const WEIGHT = 10;

export const track = endpoint({
  method: 'POST',
  path: '/web/track',
  summary: 'Counts up to 20 events of a page by event and group of pages; nothing else is kept',
  permission: { kind: 'public' },
  body: z.object({
    events: z.array(z.object({ event, category: category.default('other') })).max(TRACK_CACHE_ITEMS),
  }),
  /** 0 for a crawler and for a browser that asks not to be tracked. */
  data: z.object({ accepted: z.int() }),
  weight: WEIGHT,
});

export const operatorTrack = endpoint({
  method: 'GET',
  path: '/operator/track',
  summary: 'How often each event happened, by day (UTC) and group of pages, newest day first',
  permission: { kind: 'operator' },
  query: z.object({ days: wholeNumber(1, 400).default(7) }),
  data: z.object({ counts: z.array(z.object({ day: z.string(), event, category, count: z.int() })) }),
});
