import { Popover as BasePopover } from '@base-ui/react/popover';
import { useState } from 'react';
import { raisePopup } from './layers.ts';
import type { PopoverProps } from './popover-parts.ts';

/** The panel itself, loaded by ui/popover.tsx when it is first opened; it begins open, and its first field takes the focus. */
export default function PopoverPopup({ trigger, label, children }: PopoverProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <BasePopover.Root open={isOpen} onOpenChange={(isNext) => setIsOpen(isNext)}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          positionMethod="fixed"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          ref={raisePopup}
          className="outline-none"
        >
          <BasePopover.Popup
            aria-label={label}
            className="enter flex max-h-(--available-height) flex-col overflow-hidden rounded-2 border border-line-strong bg-overlay p-1 text-13 shadow-overlay outline-none"
          >
            {children(() => setIsOpen(false))}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
