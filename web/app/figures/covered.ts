/** Stands for every amount while amounts are hidden, however large. */
export const COVERED = '••••';
