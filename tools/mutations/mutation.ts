/** A single change in core, contracts, server or the page's sockets that must turn a test red. */
export interface Mutation {
  /** What is broken then, in words. */
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
}

/** How often a text occurs in another one. */
export function occurrences(text: string, snippet: string): number {
  return text.split(snippet).length - 1;
}
