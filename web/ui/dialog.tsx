import { lazy, Suspense, useState, type ReactNode } from 'react';

export type DialogProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly isTitleHidden?: boolean;
  /** A sheet rises from the lower edge, for thumbs. */
  readonly shape?: 'dialog' | 'sheet';
  readonly className?: string;
  readonly children: ReactNode;
};

const DialogPopup = lazy(() => import('./dialog-popup.tsx'));

/** A dialog whose code comes when it is first opened. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!props.isOpen && !wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  );
}
