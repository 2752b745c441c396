/** Of the format of snapshots. Still read: 1, which knows plain orders only, 2, which knows spot markets only, 3, which names no rules, 4, which knows no small balances. */
export const SNAPSHOT_VERSION = 5;
