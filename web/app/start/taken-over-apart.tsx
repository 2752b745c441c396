import { memo, Suspense, type ComponentType, type MemoExoticComponent, type ReactNode } from 'react';

/**
 * The same part, which the browser takes over on its own: between two such parts it draws and answers touches. As long as
 * its properties are the same a redrawing of the page does not reach it, since that would take it over at once and whole.
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
