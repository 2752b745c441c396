/** Human verification (code 8001): what both sides know. Values only, no schemas: pages import this module. */
export const HUMAN_CODE_POLL_MS = 2_000;
export const HUMAN_CODE_TIMEOUT_MS = 1_200_000;
export const HUMAN_CODE_CLOSE_MS = 2_000;

/** How far a verification is. New and begun ones show the widget; every other number means: ask again. */
export const HUMAN_CODE = { NEW: 0, VERIFIED: 1, FAILED: 2, BEGUN: 3 } as const;
