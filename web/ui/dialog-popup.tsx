import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { iconButtonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog-props.ts';

/** The dialog itself, loaded by ui/dialog.tsx when it is first opened. */
export default function DialogPopup({
  isOpen,
  onOpenChange,
  title,
  closeLabel,
  isTitleHidden,
  shape = 'dialog',
  className,
  children,
}: DialogProps) {
  const place =
    shape === 'sheet'
      ? 'enter-sheet inset-x-0 bottom-0 max-h-[calc(100dvh-24px)] rounded-t-3 border-t border-line-strong bg-surface'
      : 'enter top-[12vh] left-1/2 max-h-[80vh] w-[min(460px,calc(100vw-32px))] -translate-x-1/2 rounded-2 border border-line-strong bg-overlay';
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <BaseDialog.Popup
          className={classNames('scroll-quiet fixed z-50 overflow-auto shadow-overlay outline-none', place, className)}
        >
          {shape === 'sheet' ? (
            <span aria-hidden className="mx-auto mt-2 block h-1 w-9 rounded-full bg-line-strong" />
          ) : null}
          <header
            className={classNames('flex items-center justify-between gap-2 px-4 py-3', isTitleHidden && 'sr-only')}
          >
            <BaseDialog.Title className="text-16 font-semibold">{title}</BaseDialog.Title>
            <BaseDialog.Close aria-label={closeLabel} className={iconButtonClass('-me-2')}>
              <X aria-hidden className="size-4" />
            </BaseDialog.Close>
          </header>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
