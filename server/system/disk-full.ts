/** Troubles that pass by themselves: a disk without room, a process that may open no more files. */

const DISK_FULL: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  // The user's quota is used up: for this user the disk is full.
  'EDQUOT',
]);
const OUT_OF_FILES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);

/** Whether the system refused because the disk, or this user's quota, is full. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.has(codeOf(error));
}

/** Whether the system opened no file because this process, or the whole machine, has as many open as it may. */
export function isOutOfFiles(error: unknown): boolean {
  return OUT_OF_FILES.has(codeOf(error));
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
