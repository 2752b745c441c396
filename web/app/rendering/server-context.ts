import type { Display } from '@agio/contracts/display';
import type { Site } from '@agio/contracts/navigation';
import type { Viewer } from '@agio/contracts/navigation-rules';
import type { LanguageWishes } from '@agio/contracts/locales';
import { createContext } from 'react-router';
import type { Envelope } from '../api/types.ts';

/** What the server gives to the loaders of one request. */
export interface ServerContext {
  /** A call of the site's API in the same process, with the visitor's cookies. */
  call(path: string, init?: { readonly method?: string; readonly body?: unknown }): Promise<Envelope>;
  readonly display: Display;
  /** For inline scripts, under the content security policy. */
  readonly nonce: string;
  readonly isLoggedIn: boolean;
  /** Coins are worth nothing here. */
  readonly isDemo: boolean;
  readonly viewer: Viewer;
  readonly language: LanguageWishes;
  readonly site: Site;
  /** The path that the visitor asked for; a crawler may get another page there. */
  readonly path: string;
  /** The path of the page that answers, where it is another than the one asked for. */
  readonly answeringPath: string | null;
  /** The page is rendered for many: nothing on it may depend on who asks, beyond theme and being logged in. */
  readonly isShared: boolean;
  /** Of this site as the world knows it, for absolute addresses. */
  readonly origin: string;
}

export const serverContext = createContext<ServerContext>();
