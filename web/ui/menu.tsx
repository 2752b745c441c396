import { cloneElement, lazy, Suspense, useEffect, useState } from 'react';
import type { MenuProps } from './menu-parts.ts';
import { whenQuiet } from './when-quiet.ts';

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazy(load);

/** A menu whose code comes while the page is idle, or at the latest when it is first opened. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => whenQuiet(() => void load()), []);
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
