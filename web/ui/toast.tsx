import { Toast as BaseToast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconButtonClass } from './button.tsx';

const TOAST_MS = 3000;

/** One manager for the page, so that plain functions can announce too. */
export const toasts = BaseToast.createToastManager();

export type ToastKind = 'success' | 'error' | 'info';

export function showToast(kind: ToastKind, title: string, description?: string): void {
  toasts.add({ type: kind, title, description, priority: kind === 'error' ? 'high' : 'low' });
}

export function ToastProvider({ closeLabel, children }: { closeLabel: string; children: ReactNode }) {
  return (
    <BaseToast.Provider toastManager={toasts} timeout={TOAST_MS}>
      {children}
      <BaseToast.Portal>
        <BaseToast.Viewport className="fixed end-4 bottom-20 z-[60] flex w-80 max-w-[calc(100vw-32px)] flex-col gap-2 outline-none md:bottom-4">
          <ToastList closeLabel={closeLabel} />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  );
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const manager = BaseToast.useToastManager();
  return manager.toasts.map((toast) => (
    <BaseToast.Root
      key={toast.id}
      toast={toast}
      className="enter flex items-start gap-3 rounded-2 border border-line-strong bg-overlay p-3 shadow-overlay"
    >
      <ToastIcon kind={toast.type} />
      <div className="min-w-0 flex-1">
        <BaseToast.Title className="text-13 font-semibold" />
        <BaseToast.Description className="text-12 text-muted" />
      </div>
      <BaseToast.Close aria-label={closeLabel} className={iconButtonClass('-me-1 size-6')}>
        <X aria-hidden className="size-3.5" />
      </BaseToast.Close>
    </BaseToast.Root>
  ));
}

function ToastIcon({ kind }: { kind: string | undefined }) {
  if (kind === 'success') return <CircleCheck aria-hidden className="mt-0.5 size-4 flex-none text-up" />;
  if (kind === 'error') return <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none text-down" />;
  return <Info aria-hidden className="mt-0.5 size-4 flex-none text-info" />;
}
