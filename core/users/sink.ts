/** What settings of a user tell. */
import type { User } from './users.ts';

export interface UserSink {
  feeTierChanged(user: User): void;
}
