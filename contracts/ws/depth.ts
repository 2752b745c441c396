/** What both kinds of books begin with. Values only, no schemas: pages import this module. */

/** Levels of each side in a first frame of `depth`, best first: as many as the calls answer, some 30 kB a side. */
export const DEPTH_LEVELS = 1_000;
