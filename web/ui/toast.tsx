import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { LAYER_BASES } from './layers.ts';
import { classNames } from './class-names.ts';
import {
  canWait,
  closeToast,
  drawToast,
  pauseToast,
  resumeToast,
  useToasts,
  type Toast,
  type ToastAction,
  type ToastKind,
} from './toast-queue.ts';
import { useToastPlace } from './toast-place.ts';
import { toastInTurn } from './toast-turn.ts';
import { unbroken } from './unbroken.ts';

export { showToast } from './toast-queue.ts';

/** The narrowest phones: two toasts would cover a third of the window. */
const NARROW = '(max-width: 359px)';

/**
 * The corner where toasts appear; where a page has a place for them (`toast-place.ts`), there. On phones they come from above, where
 * neither tabs nor the buttons that buy and sell are.
 * The live regions stand before the first toast, else it would not be read out.
 */
export function ToastRegion({ closeLabel }: { closeLabel: string }) {
  const list = useToasts((state) => state.list);
  const region = useRef<HTMLDivElement>(null);
  const shown = useShown(list);
  const place = useToastPlace(shown.map(({ id }) => id).join(), region);
  const isWaiting = useToasts((state) => state.isWaiting);
  const items = (isUrgent: boolean) =>
    shown
      .filter((toast) => canWait(toast) !== isUrgent)
      .map((toast) => <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />);
  return (
    <div
      ref={region}
      style={{ zIndex: LAYER_BASES.message, ...place }}
      className="group/toasts pointer-events-none fixed end-4 flex w-72 flex-col gap-2 max-md:inset-x-4 max-md:top-[calc(var(--head)+8px)] max-md:w-auto md:bottom-4"
    >
      {/* What waits keeps its size, by which is seen when there is room for it. */}
      <div
        role="status"
        aria-live="polite"
        className={classNames('flex flex-col gap-2', isWaiting && 'invisible absolute inset-x-0')}
      >
        {items(false)}
      </div>
      <div role="alert" aria-live="assertive" className="flex flex-col gap-2">
        {items(true)}
      </div>
    </div>
  );
}

/** All of them, or on the narrowest phones one at a time: the others keep their time until it is their turn. */
function useShown(list: readonly Toast[]): readonly Toast[] {
  const isOneByOne = list.length > 1 && matchMedia(NARROW).matches;
  const turn = isOneByOne ? toastInTurn(list) : null;
  useEffect(() => {
    if (turn === null) return undefined;
    const others = list.filter((toast) => toast !== turn);
    for (const { id } of others) pauseToast(id);
    return () => {
      for (const { id } of others) resumeToast(id);
    };
  }, [list, turn]);
  return turn === null ? list : [turn];
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const { id } = toast;
  const [isWhole, setIsWhole] = useState(false);
  const isHidden = useToasts((state) => state.isWaiting && canWait(toast));
  // Before it is seen: what it says may have changed while it waited.
  useLayoutEffect(() => (isHidden ? undefined : drawToast(id)), [id, isHidden]);
  return (
    <div
      data-toast={toast.kind}
      onPointerEnter={() => pauseToast(id)}
      // A finger leaves as soon as it has pressed: what it opened to read stays until it is closed.
      onPointerLeave={() => (isWhole ? undefined : resumeToast(id))}
      onFocus={() => pauseToast(id)}
      onBlur={() => resumeToast(id)}
      className="enter pointer-events-auto flex items-start gap-3 rounded-2 border border-line-strong bg-overlay p-3 shadow-overlay"
    >
      <ToastIcon kind={toast.kind} />
      <div className="min-w-0 flex-1">
        {/* Where a long one would cover what is pressed it has three lines, and all of them once it is pressed. What failed is never cut. */}
        <div
          className={isWhole || !canWait(toast) ? undefined : 'max-md:group-data-cut/toasts:line-clamp-3'}
          onClick={() => setIsWhole(true)}
        >
          <p className="text-13 font-semibold wrap-anywhere">{unbroken(toast.title)}</p>
          {toast.description ? <p className="text-12 text-muted wrap-anywhere">{unbroken(toast.description)}</p> : null}
        </div>
        {toast.action ? <ActionButton id={id} action={toast.action} /> : null}
      </div>
      {toast.isClosable ? (
        <IconButton label={closeLabel} className="-me-1 size-6" onClick={() => closeToast(id)}>
          <X aria-hidden className="size-3.5" />
        </IconButton>
      ) : null}
    </div>
  );
}

function ActionButton({ id, action }: { id: number; action: ToastAction }) {
  const press = () => {
    closeToast(id);
    action.onPress();
  };
  return (
    <button
      type="button"
      onClick={press}
      // For a finger: up to the text above it and no further, since a press there shows all of the text.
      className="relative text-12 font-semibold text-accent underline max-md:mt-2 max-md:before:absolute max-md:before:-inset-x-2 max-md:before:-top-2 max-md:before:-bottom-5"
    >
      {action.label}
    </button>
  );
}

const ICONS = {
  success: { Icon: CircleCheck, look: 'text-done' },
  error: { Icon: CircleAlert, look: 'text-urgent' },
  warning: { Icon: TriangleAlert, look: 'text-warn' },
  loading: { Icon: LoaderCircle, look: 'text-accent motion-safe:animate-spin' },
  info: { Icon: Info, look: 'text-info' },
} as const;

/** The kind `normal` is text alone. */
function ToastIcon({ kind }: { kind: ToastKind }) {
  if (kind === 'normal') return null;
  const { Icon, look } = ICONS[kind];
  return <Icon aria-hidden className={`mt-0.5 size-4 flex-none ${look}`} />;
}
