/** One page of a list that SQL holds, from page 1. */
export interface PageRange {
  readonly page: number;
  readonly pageSize: number;
}

export interface Page<Item> {
  readonly items: Item[];
  /** Of all pages. */
  readonly total: number;
}

export const offsetOf = ({ page, pageSize }: PageRange): number => (page - 1) * pageSize;
