import { Popover as BasePopover } from '@base-ui/react/popover';
import { useState } from 'react';
import type { EarlyKeys } from './early-keys.ts';
import { raisePopup } from './layers.ts';
import type { PopoverProps } from './popover-parts.ts';

type PopoverPopupProps = PopoverProps & {
  /** Those that are pressed before the field has the focus. */
  readonly earlyKeys: EarlyKeys;
};

/** The panel itself, loaded by ui/popover.tsx when it is first opened; it begins open, and its first field takes the focus. */
export default function PopoverPopup(props: PopoverPopupProps) {
  const { trigger, label, align = 'start', hasField = true, onClose, children, earlyKeys } = props;
  const [isOpen, setIsOpen] = useState(true);
  const change = (isNext: boolean) => {
    if (isNext && hasField) earlyKeys.keep();
    else earlyKeys.drop();
    setIsOpen(isNext);
    if (!isNext) onClose?.();
  };
  return (
    <BasePopover.Root open={isOpen} onOpenChange={change}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          positionMethod="fixed"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          ref={raisePopup}
          className="outline-none"
        >
          <BasePopover.Popup
            aria-label={label}
            // Like dialogs: a form in it must not send the form around its button.
            onSubmit={(event) => event.stopPropagation()}
            onFocus={({ target }) => target instanceof HTMLInputElement && earlyKeys.giveTo(target)}
            // What does not scroll by itself scrolls here, as on a phone that is held sideways.
            className="enter scroll-quiet flex max-h-(--available-height) flex-col overflow-x-hidden overflow-y-auto rounded-2 border border-line-strong bg-overlay p-1 text-13 shadow-overlay outline-none"
          >
            {children(() => change(false))}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
