import type { Display } from '@agio/contracts/display';
import type { Viewer } from '@agio/contracts/navigation-rules';
import type { PagePath } from '@agio/contracts/pages';
import type { SessionUser } from '../api/types.ts';

/** What every page knows of its visitor, as the server told. */
export interface RootData {
  readonly user: SessionUser | null;
  readonly display: Display;
  readonly viewer: Viewer;
  readonly product: string;
  /** Coins are worth nothing here. */
  readonly isDemo: boolean;
  readonly offlinePages: readonly PagePath[];
  readonly answeringPath: string | null;
}
