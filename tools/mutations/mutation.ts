/** A single change in core, contracts, server or the page's sockets and calls that must turn a test red. */
export interface Mutation {
  /** The bug, in words. */
  readonly breaks: string;
  /** The file that changes, from the root of the repository. */
  readonly file: string;
  /** Occurs there exactly once. */
  readonly snippet: string;
  readonly replacement: string;
  /** The test file that must turn red. */
  readonly killer: string;
  /** A part of the title of a test there that must be among the red ones. */
  readonly test?: string;
  /** The test starts the exchange as a process of its own: the bug is planted there too, in all its threads. */
  readonly isInChildren?: boolean;
  /** The bug is one between the core and its kernel, which works for once. */
  readonly isOfKernel?: boolean;
}

/** One that is read at a glance: in `file` the snippet becomes the replacement, which that test of the killer must notice. */
export const change = (
  breaks: string,
  file: string,
  [snippet, replacement]: readonly [string, string],
  [killer, test]: readonly [string, string],
): Mutation => ({ breaks, file, snippet, replacement, killer, test });

/** How often a text occurs in another one. */
export function occurrences(text: string, snippet: string): number {
  return text.split(snippet).length - 1;
}

/** The kernel would do what most tests look at, without a bug that is planted in the core beside it. */
export const KERNEL_FILE = 'core/kernel/kernel.ts';
const KERNEL_STARTS = 'memory === null ? IDLE : start(memory)';

/** Is the kernel idle while this bug is looked for? */
export const idlesKernel = ({ file, isOfKernel }: Mutation): boolean => file.startsWith('core/') && isOfKernel !== true;

/** Its source, so that it leaves everything to the core. */
export function idled(source: string): string {
  if (occurrences(source, KERNEL_STARTS) !== 1) throw new Error(`${KERNEL_FILE} does not hold “${KERNEL_STARTS}” once`);
  return source.replace(KERNEL_STARTS, () => 'memory === null || !isNaN(0) ? IDLE : start(memory)');
}
