/**
 * The message centre, /ws-old/message: its channels, and the field numbers of message-frame.proto for those who write and
 * read the wire themselves. Values only, no schemas: pages import this module.
 */
export const MESSAGE_CHANNELS = {
  station_msg: { isPrivate: true },
  prize_pop: { isPrivate: true },
  p2p_msg: { isPrivate: true },
  dual_interest_rate: { isPrivate: false },
  ticker: { isPrivate: false },
} as const;
export type MessageChannel = keyof typeof MESSAGE_CHANNELS;

/** The private channels are on the futures sockets as well, under the same names. */
export const NOTICE_CHANNELS = ['station_msg', 'prize_pop', 'p2p_msg'] as const satisfies MessageChannel[];
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

export const FRAME_FIELD = {
  channel: 1,
  ts: 2,
  eventResp: 3,
  reqId: 4,
  pong: 5,
  answer: 6,
  tickers: 7,
  json: 8,
} as const;
export const ANSWER_FIELD = { result: 1, msg: 2, retryAfter: 3 } as const;
export const TICKERS_FIELD = { snapshot: 1, tickers: 2 } as const;
/** Text fields in the order of their numbers, from 1. */
export const TICKER_TEXT_FIELDS = [
  'symbol',
  'lastPrice',
  'openPrice',
  'highPrice',
  'lowPrice',
  'volume',
  'quoteVolume',
  'change',
  'changePercent',
  'bidPrice',
  'bidQty',
  'askPrice',
  'askQty',
] as const;
export const TICKER_TIME_FIELD = 14;
export const TICKER_STATUS_FIELD = 15;
