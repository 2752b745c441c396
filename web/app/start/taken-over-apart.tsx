import { memo, Suspense, type ComponentType, type MemoExoticComponent, type ReactNode } from 'react';

/**
 * The same part with a boundary of its own, so that React takes it over apart from the rest of the page and answers touches in between.
 * As long as its properties are the same, a re-render of the page does not reach it: that would take it over at once and whole.
 */
export function takenOverApart<Props extends object>(
  Part: ComponentType<Props>,
): MemoExoticComponent<(props: Props) => ReactNode> {
  return memo(function TakenOverApart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  });
}
