import { cloneElement, lazy, Suspense, useEffect, useState } from 'react';
import { createEarlyKeys } from './early-keys.ts';
import { lateCode } from './late-code.ts';
import type { PopoverProps } from './popover-parts.ts';

const load = () => import('./popover-popup.tsx');
const PopoverPopup = lazy(() => lateCode(load));
/** A failure is silent here: pressing the button loads again, and shows it. */
const loadAhead = () => void load().catch(() => null);

/** A panel at its button, for what a menu cannot hold: a field to type in. Its code comes as that of a menu does (ui/menu.tsx). */
export function Popover(props: PopoverProps) {
  const [isWanted, setIsWanted] = useState(false);
  const [earlyKeys] = useState(createEarlyKeys);
  useEffect(() => earlyKeys.drop, [earlyKeys]);
  if (isWanted)
    return (
      <Suspense fallback={props.trigger}>
        <PopoverPopup {...props} earlyKeys={earlyKeys} />
      </Suspense>
    );
  return cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: loadAhead,
    onFocus: loadAhead,
    onClick: () => {
      if (props.hasField ?? true) earlyKeys.keep();
      setIsWanted(true);
    },
  });
}
