/** What the exchange and its renderer say to each other. Everything is plain data: it is copied from one process to the other. */
import type { Envelope, ServerContext } from '@agio/contracts/server-context';

/** One page to be made. */
export interface RenderJob {
  readonly method: string;
  /** Absolute, as the router reads it. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What its loaders are told; their calls go to the exchange. */
  readonly context: Omit<ServerContext, 'call'>;
}

/** A page without its body. */
export interface PageHead {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface RenderedPage extends PageHead {
  /** In the pieces in which it came. */
  readonly body: readonly Uint8Array[];
}

/** The answer of a call as it crosses: `data` is JSON, which the reader parses. */
export interface CallAnswer extends Pick<Envelope, 'code' | 'msg'> {
  readonly data: string;
  /** For how many milliseconds it may answer the same call of any other page; 0: it is for this page alone. */
  readonly keptForMs: number;
}

export interface CallOfPage {
  /** With its query. */
  readonly target: string;
  readonly method: string;
  readonly body: unknown;
}

/** What answers the calls of one page. Never rejects. */
export type PageCallText = (asked: CallOfPage) => Promise<CallAnswer>;

/** `page` numbers the pages of one renderer, `call` the calls of one page. */
export type ToRenderer =
  | { readonly kind: 'render'; readonly page: number; readonly job: RenderJob }
  | { readonly kind: 'answer'; readonly page: number; readonly call: number; readonly answer: CallAnswer }
  /** Nobody waits for this page any more. */
  | { readonly kind: 'giveUp'; readonly page: number }
  | { readonly kind: 'areYouThere' };

export type FromRenderer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'call'; readonly page: number; readonly call: number; readonly asked: CallOfPage }
  | { readonly kind: 'rendered'; readonly page: number; readonly rendered: RenderedPage }
  | { readonly kind: 'failed'; readonly page: number; readonly error: Error }
  /** A promise of a page was rejected and nobody waited for it. */
  | { readonly kind: 'rejection'; readonly error: Error }
  | { readonly kind: 'here' };

/** What goes through the channel of messages. The bytes of a body go through a pipe beside it, in the same order. */
export type SentByRenderer =
  | Exclude<FromRenderer, { readonly kind: 'rendered' }>
  | { readonly kind: 'rendered'; readonly page: number; readonly rendered: PageHead; readonly bytes: number };
