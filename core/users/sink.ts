/** What settings of a user tell. */
import type { User } from './user.ts';

export interface UserSink {
  feeTierChanged(user: User): void;
}
