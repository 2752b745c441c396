import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { iconButtonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog-props.ts';
import { raisePopup } from './layers.ts';

export const DIALOG_WIDTH = 460;

const PLACES: Record<NonNullable<DialogProps['shape']>, string> = {
  // A field that has the focus is scrolled to below the head.
  sheet:
    'enter-sheet inset-x-0 bottom-0 max-h-[calc(100dvh-24px)] scroll-pt-18 rounded-t-3 border-t border-line-strong bg-surface',
  dialog: 'enter top-[12vh] left-1/2 max-h-[80vh] rounded-2 border border-line-strong bg-overlay -translate-x-1/2',
  bare: 'enter top-1/2 left-1/2 max-h-[calc(100dvh-32px)] -translate-x-1/2 -translate-y-1/2',
};

/** The dialog itself, loaded by ui/dialog.tsx when it is first opened. */
export default function DialogPopup(props: DialogProps) {
  const { isOpen, onOpenChange, title, closeLabel, shape = 'dialog', className, children } = props;
  const { closesOnEscape = true, closesOnMask = true } = props;
  const width = shape === 'dialog' ? { width: `min(${DIALOG_WIDTH}px, calc(100vw - 32px))` } : {};
  const popup = useRef<HTMLElement>(null);
  const keepAndRaise = useCallback((element: HTMLElement | null) => {
    popup.current = element;
    return raisePopup(element);
  }, []);
  return (
    <BaseDialog.Root
      open={isOpen}
      disablePointerDismissal={!closesOnMask}
      onOpenChange={(isNext, { reason, cancel }) => {
        if (!isNext && reason === 'escape-key' && !closesOnEscape) return cancel();
        onOpenChange(isNext);
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop ref={raisePopup} className="fixed inset-0 bg-scrim" />
        <BaseDialog.Popup
          role={props.isAlert ? 'alertdialog' : 'dialog'}
          ref={keepAndRaise}
          // React hands events of a dialog on to what it was opened from: a form in it must not send the form around its button.
          onSubmit={(event) => event.stopPropagation()}
          // A pop-up that opens by itself takes the focus as a whole: it is read out whole, and none of its buttons
          // looks chosen.
          initialFocus={shape === 'bare' ? popup : true}
          style={width}
          className={classNames(
            'scroll-quiet fixed overflow-auto shadow-overlay outline-none',
            PLACES[shape],
            className,
          )}
        >
          {/* What closes a sheet stays in sight, however far it is scrolled. */}
          <div className={shape === 'sheet' ? 'sticky top-0 z-4 bg-inherit pt-2' : 'contents'}>
            {shape === 'sheet' ? (
              <span aria-hidden className="mx-auto block h-1 w-9 rounded-full bg-line-strong" />
            ) : null}
            <header
              className={classNames(
                'flex items-center justify-between gap-2 px-4 py-3',
                props.isTitleHidden && 'sr-only',
              )}
            >
              <BaseDialog.Title className="text-16 font-semibold">{title}</BaseDialog.Title>
              {closeLabel === undefined ? null : (
                <BaseDialog.Close aria-label={closeLabel} className={iconButtonClass('-me-2')}>
                  <X aria-hidden className="size-4" />
                </BaseDialog.Close>
              )}
            </header>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
