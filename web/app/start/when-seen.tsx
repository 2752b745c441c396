import { Suspense, use, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useIsMounted } from './use-is-mounted.ts';

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
  /** Called when React hydrates the part: until then it is the HTML of the server. */
  take(): void;
  isTaken(): boolean;
}

function createGate(): Gate {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let isTaken = false;
  const take = () => {
    isTaken = true;
  };
  return { opened, open, take, isTaken: () => isTaken };
}

/** For each part that is not hydrated yet: a function that replaces it by a copy of the server's HTML. */
const waiting = new Set<() => void>();

/**
 * Lets no part wait any longer: called before a change that reaches all of the page, such as the way to another one. React
 * would keep that change back until the code of every part was there; as plain HTML they hold up nothing and load nothing.
 */
export function stopWaiting(): void {
  if (waiting.size === 0) return;
  flushSync(() => {
    for (const replaceByServerHtml of waiting) replaceByServerHtml();
  });
}

// The browser's back and forward, and jumps within the page, pass no middleware.
if (typeof window !== 'undefined') window.addEventListener('popstate', stopWaiting);

type WhenSeenProps = {
  readonly children: ReactNode;
  readonly className?: string;
  /** Loads the code of children that is loaded later. */
  readonly load?: () => Promise<unknown>;
};

/**
 * A part of the page that stands there from the start, drawn by the server, and that the browser takes over only when it
 * comes into the window: what nobody looks at costs a phone nothing. A part that is not shown at all is never taken over.
 * Where no server drew it, it is drawn like any other. Its parent must not redraw it on its own account: what changes
 * without a touch is read inside (decision 059).
 */
export function WhenSeen({ children, className, load }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [gate] = useState(createGate);
  const [picture, setPicture] = useState<readonly Node[] | null>(null);
  useEffect(() => {
    const replaceByServerHtml = () => {
      if (gate.isTaken()) return;
      setPicture([...place.current!.childNodes].map((node) => node.cloneNode(true)));
      void gate.opened
        .then(() => load?.())
        .catch(() => null)
        .then(() => setPicture(null));
    };
    waiting.add(replaceByServerHtml);
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) gate.open();
    });
    observer.observe(place.current!);
    return () => {
      waiting.delete(replaceByServerHtml);
      observer.disconnect();
    };
  }, [gate, load]);
  useLayoutEffect(() => {
    place.current!.append(...(picture ?? []));
    return () => {
      for (const node of picture ?? []) node.parentNode?.removeChild(node);
    };
  }, [picture]);
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
      {picture === null ? part : null}
    </div>
  );
}

function Gateway({ gate, children }: { gate: Gate; children: ReactNode }) {
  const isMounted = useIsMounted();
  useEffect(() => gate.take(), [gate]);
  if (!isMounted && typeof document !== 'undefined') use(gate.opened);
  return children;
}
