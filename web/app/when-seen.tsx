import { Suspense, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useIsMounted } from './use-is-mounted.ts';

/** How far outside of the window a part counts as seen already, in pixels. */
const MARGIN = '256px';

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

const gates = new Set<Gate>();

function createGate(): Gate {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/**
 * Everything is taken over at once: before a change that reaches all of the page, such as the way to another one. React
 * would otherwise keep that change back until the part that waits is there.
 */
export function seeAll(): void {
  for (const gate of gates) gate.open();
}

type WhenSeenProps = { readonly children: ReactNode; readonly className?: string };

/**
 * A part of the page that stands there from the start, drawn by the server, and that the browser takes over only when it
 * comes near the window: what nobody looks at costs a phone nothing. A part that is not shown at all is never taken over.
 * Where no server drew it, it is drawn like any other. Its parent must not redraw it on its own account: what changes
 * without a touch is read inside.
 */
export function WhenSeen({ children, className }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [gate] = useState(createGate);
  useEffect(() => {
    gates.add(gate);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) gate.open();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(place.current!);
    return () => {
      gates.delete(gate);
      observer.disconnect();
    };
  }, [gate]);
  // The same element at each drawing of this component, so that React leaves the waiting part alone.
  const part = useMemo(
    () => (
      <Suspense>
        <Gateway gate={gate}>{children}</Gateway>
      </Suspense>
    ),
    [gate, children],
  );
  return (
    <div ref={place} className={className}>
      {part}
    </div>
  );
}

function Gateway({ gate, children }: { gate: Gate; children: ReactNode }) {
  const isMounted = useIsMounted();
  if (!isMounted && typeof document !== 'undefined') use(gate.opened);
  return children;
}
