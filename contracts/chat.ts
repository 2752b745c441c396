/** The figures of the support chat. Values only, no schemas: pages import this module. */
export const CHAT = {
  /** The closed chat appears this long after a page. */
  delayMs: 4_000,
  /** Paths that contain one of these have no chat. */
  hiddenOn: ['contract-trade', 'spot-trade', 'activity/profile-review'],
  longestText: 1_000,
  /** How often a page asks for answers: with the chat open, and closed while a conversation runs. */
  pollOpenMs: 3_000,
  pollClosedMs: 20_000,
  /** A third-party chat script that has not registered within this time has failed. */
  scriptTimeoutMs: 15_000,
} as const;

export function isChatHidden(path: string): boolean {
  return CHAT.hiddenOn.some((part) => path.includes(part));
}
