import { Suspense } from 'react';
import { create } from 'zustand';
import type { ReceiptName } from '../api/calls/receipts.ts';
import { ReceiptDialog } from './lazy-dialog.tsx';

const useOpened = create<{ readonly name: ReceiptName | null }>(() => ({ name: null }));

/** Opens a receipt from a notice, which is not a table row. The page shows it where it has an OpenedReceipt. */
export function openReceipt(name: ReceiptName): void {
  useOpened.setState({ name });
}

/** The receipt that a notice opened. */
export function OpenedReceipt() {
  const name = useOpened((state) => state.name);
  if (name === null) return null;
  return (
    <Suspense fallback={null}>
      <ReceiptDialog name={name} onClose={() => useOpened.setState({ name: null })} />
    </Suspense>
  );
}
