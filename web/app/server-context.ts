import type { Display } from '@agio/contracts/display';
import { createContext } from 'react-router';
import type { Envelope } from './api/types.ts';

/** What the server gives to the loaders of one request. */
export interface ServerContext {
  /** A call of the site's API in the same process, with the visitor's cookies. */
  call(path: string, init?: { readonly method?: string; readonly body?: unknown }): Promise<Envelope>;
  readonly locale: string;
  readonly display: Display;
  /** For inline scripts, under the content security policy. */
  readonly nonce: string;
  readonly isLoggedIn: boolean;
  /** The address that the visitor asked for. */
  readonly url: string;
}

export const serverContext = createContext<ServerContext>();
