/**
 * Events of calls and pop-ups for their listeners: toasts, tracking, pop-ups. A small bus, so that the client of the calls knows neither
 * React nor the tracker.
 */
import type { CallPath } from '@agio/contracts/calls';
import type { TrackEvent } from '@agio/contracts/track';

/** `code`: the answer has a code that is no success. `limit`: HTTP 429. `teapot`: HTTP 418. `exception`: other HTTP errors. */
export type FetchErrorType = 'code' | 'limit' | 'teapot' | 'exception' | 'network';

export interface FetchErrorEvent {
  readonly type: FetchErrorType;
  /** Null without an answer. */
  readonly response: { readonly status: number; readonly data: { readonly code: number } } | null;
  readonly options: { readonly url: string; readonly hasTips: boolean };
  /** The target to which the answer sends the page, else null. */
  readonly redirect: string | null;
  readonly message: string;
  /** Values for the placeholders of the translated sentence of the code. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** The path to which the tracker sends its counts. */
export const TRACK_PATH = '/web/track' satisfies CallPath;

export interface AppEvents {
  readonly 'fetch-error': FetchErrorEvent;
  /** For the tracker: the event's name in the tracking call and its parameters. Never e-mail, phone or balances. */
  readonly track: { readonly event: TrackEvent; readonly params: Readonly<Record<string, unknown>> };
}

type Listener<Name extends keyof AppEvents> = (event: AppEvents[Name]) => void;

const listeners: { [Name in keyof AppEvents]: Set<Listener<Name>> } = {
  'fetch-error': new Set(),
  track: new Set(),
};

/** Answers the function that ends it. */
export function onEvent<Name extends keyof AppEvents>(name: Name, listener: Listener<Name>): () => void {
  listeners[name].add(listener);
  return () => void listeners[name].delete(listener);
}

export function emitEvent<Name extends keyof AppEvents>(name: Name, event: AppEvents[Name]): void {
  for (const listener of listeners[name]) listener(event);
}

export function track(event: TrackEvent, params: Readonly<Record<string, unknown>> = {}): void {
  emitEvent('track', { event, params });
}
