/** The specification's times and limits of the sockets, each once; times in ms. */

/** A ping every 3 s, on every socket. */
export const PING_EVERY_MS = 3_000;
/** A ping that has no answer after this time means a lost connection. */
export const PONG_LIMIT_MS = 15_000;
/** The same while the tab is hidden, where browsers slow timers down. */
export const PONG_LIMIT_HIDDEN_MS = 60_000;
/** How long after the tab is shown again the short limit comes back. */
export const VISIBLE_RESET_MS = 10_000;
/** An answer later than this is late. */
export const LATE_REPLY_MS = 6_000;
/** A connection lost by silence that is not back after this is unstable. */
export const UNSTABLE_AFTER_MS = 10_000;
/** A round trip longer than this is reported. */
export const DELAY_REPORT_MS = 500;

export const RECONNECT_FROM_MS = 3_000;
/** The specification names no longest wait: the polling's is taken. */
export const RECONNECT_MOST_MS = 30_000;

export const POLL_FROM_MS = 1_000;
export const POLL_MOST_MS = 30_000;

export const MESSAGE_RECONNECT_MS = 3_000;
export const MESSAGE_RECONNECT_ATTEMPTS = 10;
/** How long the message centre stays open without a subscription. */
export const MESSAGE_IDLE_CLOSE_MS = 5_000;
