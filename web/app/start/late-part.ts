import { createElement, use, type ComponentType } from 'react';
import { loadPart } from './load-part.ts';

interface LatePart<Props> {
  readonly Part: ComponentType<Props>;
  /** Brings its code; once that is there the part is drawn without a gap. */
  readonly load: () => Promise<unknown>;
}

/**
 * A part of a page whose code comes later than the page's. Drawn before, it waits in the boundary around it. Unlike React's
 * `lazy`, a part that was loaded ahead does not leave its place empty for a moment.
 */
export function latePart<Props extends object>(bring: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let known: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  const load = () => {
    coming ??= loadPart(bring).then(
      (found) => (known = found),
      (error: unknown) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  };
  const Part = (props: Props) => createElement(known ?? use(load()), props);
  return { Part, load };
}
