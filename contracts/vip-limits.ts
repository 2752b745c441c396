/** Limits of VIP service that pages show too (growth 1, screens). */

/** Letters of the message. */
export const MOST_VIP_MESSAGE = 500;
