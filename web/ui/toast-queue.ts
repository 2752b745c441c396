/** The toasts that are shown, and how long each stays: without React, so that anything may show one. */
import { create } from 'zustand';

export type ToastKind = 'info' | 'success' | 'warning' | 'error' | 'loading' | 'normal';

/** A press that a toast offers. */
export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface ToastOptions {
  /** Infinity until it is closed; what is still loading stays that long. */
  readonly durationMs?: number;
  readonly isClosable?: boolean;
  readonly action?: ToastAction | undefined;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly title: string;
  readonly description: string | undefined;
  readonly durationMs: number;
  readonly isClosable: boolean;
  readonly action: ToastAction | undefined;
}

export const TOAST_MS = 3_000;
const MOST_SHOWN = 3;

export const useToasts = create<{ readonly list: readonly Toast[] }>(() => ({ list: [] }));

let lastId = 0;

interface Clock {
  /** What is left of a toast's time while its clock stands. */
  leftMs: number;
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const clocks = new Map<number, Clock>();

/** Answers its id, to close it before its time. */
export function showToast(kind: ToastKind, title: string, description?: string, options: ToastOptions = {}): number {
  lastId += 1;
  const durationMs = options.durationMs ?? (kind === 'loading' ? Number.POSITIVE_INFINITY : TOAST_MS);
  const { isClosable = true, action } = options;
  const toast = { id: lastId, kind, title, description, durationMs, isClosable, action };
  const kept = useToasts.getState().list.slice(-(MOST_SHOWN - 1));
  for (const gone of useToasts.getState().list) if (!kept.includes(gone)) stopClock(gone.id);
  useToasts.setState({ list: [...kept, toast] });
  clocks.set(toast.id, { leftMs: durationMs, startedAt: 0, timer: undefined });
  resumeToast(toast.id);
  return toast.id;
}

export function closeToast(id: number): void {
  stopClock(id);
  useToasts.setState(({ list }) => ({ list: list.filter((toast) => toast.id !== id) }));
}

/** While it is read: under the pointer, or with the focus in it. */
export function pauseToast(id: number): void {
  const clock = clocks.get(id);
  if (clock?.timer === undefined) return;
  clearTimeout(clock.timer);
  clock.timer = undefined;
  clock.leftMs -= Date.now() - clock.startedAt;
}

export function resumeToast(id: number): void {
  const clock = clocks.get(id);
  if (!clock || clock.timer !== undefined || clock.leftMs === Number.POSITIVE_INFINITY) return;
  clock.startedAt = Date.now();
  clock.timer = setTimeout(() => closeToast(id), Math.max(0, clock.leftMs));
}

function stopClock(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}
