import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { Scripts } from 'react-router';

const LATE = { fetchPriority: 'low' } as const;

/**
 * React Router's scripts, asked for with low priority: on a slow line the style sheet and the font, without which nothing
 * can be seen, would otherwise share it with thirty scripts that the first picture does not need.
 */
export function LateScripts({ nonce }: { nonce: string | undefined }) {
  return <Late scripts={Scripts({ ...LATE, nonce })} />;
}

/** Only links stand beside the scripts: of the entry and of all that the page's modules import. */
function Late({ scripts }: { scripts: ReactElement<{ readonly children?: ReactNode }> | null }) {
  return Children.map(scripts?.props.children, (child) =>
    isValidElement<typeof LATE>(child) && child.type === 'link' ? cloneElement(child, LATE) : child,
  );
}
