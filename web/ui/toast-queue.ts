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
  /** The list behind the bell has it too: whoever reads that list needs no toast. */
  readonly isNews?: boolean;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly title: string;
  readonly description: string | undefined;
  readonly durationMs: number;
  readonly isClosable: boolean;
  readonly action: ToastAction | undefined;
  readonly isNews: boolean;
}

export const TOAST_MS = 3_000;
const MOST_SHOWN = 3;

interface Toasts {
  readonly list: readonly Toast[];
  /** Whether those that can wait do, since they would cover the sheet or the dialog that is open. */
  readonly isWaiting: boolean;
}

export const useToasts = create<Toasts>(() => ({ list: [], isWaiting: false }));

/** What failed, or is still at work, is told at once: it is the answer to what was pressed last. */
export const canWait = ({ kind }: Toast): boolean => kind !== 'error' && kind !== 'loading';

let lastId = 0;
/** How many lists with the news are open. */
let newsReaders = 0;

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
  const { isClosable = true, action, isNews = false } = options;
  const toast = { id: lastId, kind, title, description, durationMs, isClosable, action, isNews };
  if (isNews && newsReaders > 0) return toast.id;
  const kept = useToasts.getState().list.slice(-(MOST_SHOWN - 1));
  for (const gone of useToasts.getState().list) if (!kept.includes(gone)) stopClock(gone.id);
  useToasts.setState({ list: [...kept, toast] });
  clocks.set(toast.id, { leftMs: durationMs, startedAt: 0, timer: undefined });
  resumeToast(toast.id);
  return toast.id;
}

/** The list with the news is open, until the answer is called: its toasts go, and none comes. */
export function readNews(): () => void {
  newsReaders += 1;
  for (const { id, isNews } of useToasts.getState().list) if (isNews) closeToast(id);
  return () => {
    newsReaders -= 1;
  };
}

/** A toast that waits is not shown and keeps its time. */
export function waitForRoom(isWaiting: boolean): void {
  if (useToasts.getState().isWaiting === isWaiting) return;
  useToasts.setState({ isWaiting });
  for (const toast of useToasts.getState().list)
    if (canWait(toast)) {
      if (isWaiting) pauseToast(toast.id);
      else resumeToast(toast.id);
    }
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
  const { list, isWaiting } = useToasts.getState();
  if (isWaiting && list.some((toast) => toast.id === id && canWait(toast))) return;
  clock.startedAt = Date.now();
  clock.timer = setTimeout(() => closeToast(id), Math.max(0, clock.leftMs));
}

function stopClock(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}
