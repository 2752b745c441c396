import type { Display } from '@agio/contracts/display';
import type { Viewer } from '@agio/contracts/navigation-rules';
import type { PagePath } from '@agio/contracts/pages';
import type { SessionUser } from '../api/types.ts';

/** The server's data about the visitor, for every page. */
export interface RootData {
  readonly user: SessionUser | null;
  readonly display: Display;
  readonly viewer: Viewer;
  readonly product: string;
  /** True for a demo, whose coins are worth nothing. */
  readonly isDemo: boolean;
  readonly offlinePages: readonly PagePath[];
  readonly answeringPath: string | null;
}
