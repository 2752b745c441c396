import { cloneElement, lazy, Suspense, useEffect, useState } from 'react';
import type { MenuProps } from './menu-parts.ts';

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazy(load);

/** A menu whose code comes while the page is idle, or at the latest when it is first opened. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => whenIdle(() => void load()), []);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setIsWanted(true),
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={trigger}>
      <MenuPopup trigger={trigger} align={align}>
        {children}
      </MenuPopup>
    </Suspense>
  );
}

const IDLE_FALLBACK_MS = 2_000;

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, IDLE_FALLBACK_MS);
  return () => clearTimeout(timer);
}
