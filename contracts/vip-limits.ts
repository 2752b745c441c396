/** Limits of VIP service that pages show too (growth 1, screens). */

/** Letters of what a question holds, at most. */
export const VIP_LETTERS = { name: 100, contact: 200, country: 60, message: 500 } as const;
