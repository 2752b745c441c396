/**
 * The users that somebody asked for, by index, in pages: of those whom nobody asked for since a restart there is no object. One list of millions would be looked at from
 * end to end by every collection of garbage.
 */
import type { User } from './user.ts';

const PAGE_BITS = 10;
const PAGE = 1 << PAGE_BITS;

export class KnownUsers {
  /** A page is empty until one of its users is known. */
  private readonly pages: (User | undefined)[][] = [];

  get(index: number): User | undefined {
    const number = index >>> PAGE_BITS;
    return number < this.pages.length ? this.pages[number][index & (PAGE - 1)] : undefined;
  }

  set(index: number, user: User | undefined): void {
    const number = index >>> PAGE_BITS;
    while (this.pages.length <= number) this.pages.push([]);
    const page = this.pages[number];
    while (page.length <= (index & (PAGE - 1))) page.push(undefined);
    page[index & (PAGE - 1)] = user;
  }
}
