import { cloneElement, lazy, Suspense, useState } from 'react';
import { lateCode } from './late-code.ts';
import type { MenuProps } from './menu-parts.ts';

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazy(() => lateCode(load));
/** A failure is silent here: pressing the button loads again, and shows it. */
const loadAhead = () => void load().catch(() => null);

/** A menu whose code comes when its button is pointed at or has the focus, or at the latest when it is first opened. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: loadAhead,
    onFocus: loadAhead,
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
