import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './dialog-props.ts';
import { lateCode } from './late-code.ts';

const DialogPopup = lazy(() => lateCode(() => import('./dialog-popup.tsx')));

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
