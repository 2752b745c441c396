import type { AnchorHTMLAttributes } from 'react';
import { useViewer } from '../visitor/session.ts';

type ExternalLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target' | 'rel'> & { readonly href: string };

/** A link that leaves the app: a new tab on desktop, the same window on a phone. */
export function ExternalLink(props: ExternalLinkProps) {
  const { isMobile } = useViewer();
  return <a {...props} {...(isMobile ? {} : { target: '_blank' })} rel="noopener noreferrer" />;
}
