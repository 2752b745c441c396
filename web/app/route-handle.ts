import type { UIMatch } from 'react-router';

/** The traits of a page, given by its route module; what a page does not say has the default. */
export interface RouteHandle {
  /** site: header and footer; terminal: slim header, full height; bare: the page brings its own frame. */
  readonly layout?: 'site' | 'terminal' | 'bare';
  /** A page that exists in one theme only. */
  readonly theme?: 'dark' | 'light';
  readonly isThemeSwitchHidden?: boolean;
  readonly hasTabBar?: boolean;
  /** Answers only to people who are logged in. */
  readonly needsLogin?: boolean;
}

const DEFAULTS: Required<Omit<RouteHandle, 'theme'>> = {
  layout: 'site',
  isThemeSwitchHidden: false,
  hasTabBar: true,
  needsLogin: false,
};

export type RouteTraits = typeof DEFAULTS & Pick<RouteHandle, 'theme'>;

export function traitsOf(matches: readonly UIMatch[]): RouteTraits {
  const handle = matches.at(-1)?.handle as RouteHandle | undefined;
  return { ...DEFAULTS, ...handle };
}
