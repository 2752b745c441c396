/** One page of a long list, and how long the whole is. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly total: number;
}
