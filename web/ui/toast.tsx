import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import { IconButton } from './button.tsx';

export type ToastKind = 'success' | 'error' | 'info';

interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly title: string;
  readonly description: string | undefined;
}

const TOAST_MS = 3_000;
/** An error is longer to read and worse to miss. */
const ERROR_MS = 8_000;
const MOST_SHOWN = 3;

const useToasts = create<{ readonly list: readonly Toast[] }>(() => ({ list: [] }));
let lastId = 0;

export function showToast(kind: ToastKind, title: string, description?: string): void {
  lastId += 1;
  const toast = { id: lastId, kind, title, description };
  useToasts.setState(({ list }) => ({ list: [...list, toast].slice(-MOST_SHOWN) }));
}

function dismiss(id: number): void {
  useToasts.setState(({ list }) => ({ list: list.filter((toast) => toast.id !== id) }));
}

/** The corner where toasts appear. The live regions stand before the first toast, else it would not be read out. */
export function ToastRegion({ closeLabel }: { closeLabel: string }) {
  const list = useToasts((state) => state.list);
  const items = (isUrgent: boolean) =>
    list
      .filter((toast) => (toast.kind === 'error') === isUrgent)
      .map((toast) => <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />);
  return (
    <div className="pointer-events-none fixed end-4 bottom-36 z-[60] flex w-80 max-w-[calc(100vw-32px)] flex-col gap-2 md:bottom-4">
      <div role="status" aria-live="polite" className="flex flex-col gap-2">
        {items(false)}
      </div>
      <div role="alert" aria-live="assertive" className="flex flex-col gap-2">
        {items(true)}
      </div>
    </div>
  );
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(toast.id), toast.kind === 'error' ? ERROR_MS : TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div className="enter pointer-events-auto flex items-start gap-3 rounded-2 border border-line-strong bg-overlay p-3 shadow-overlay">
      <ToastIcon kind={toast.kind} />
      <div className="min-w-0 flex-1">
        <p className="text-13 font-semibold">{toast.title}</p>
        {toast.description ? <p className="text-12 text-muted">{toast.description}</p> : null}
      </div>
      <IconButton label={closeLabel} className="-me-1 size-6" onClick={() => dismiss(toast.id)}>
        <X aria-hidden className="size-3.5" />
      </IconButton>
    </div>
  );
}

function ToastIcon({ kind }: { kind: ToastKind }) {
  if (kind === 'success') return <CircleCheck aria-hidden className="mt-0.5 size-4 flex-none text-done" />;
  if (kind === 'error') return <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none text-urgent" />;
  return <Info aria-hidden className="mt-0.5 size-4 flex-none text-info" />;
}
