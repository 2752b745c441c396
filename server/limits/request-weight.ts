/** Request weight a minute of an address, and again of each user (decision 064): the limit, and what callers are told of it. */
export const WEIGHT_PER_MINUTE = 6_000;
