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
  /** What it says by now, where that may change: while it waits for a sheet to close, or for others, and while it is shown. */
  readonly wordsNow?: (() => ToastWords) | undefined;
  /** The order that it tells of, and nothing besides: what is told of the order later may take its place (`closeToastsOf`). */
  readonly order?: string | undefined;
}

export interface ToastWords {
  readonly title: string;
  readonly description?: string | undefined;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly title: string;
  readonly description: string | undefined;
  readonly durationMs: number;
  readonly isClosable: boolean;
  readonly action: ToastAction | undefined;
  /** How many entries of the list behind the bell it tells of; 0: what it says stands there nowhere. */
  readonly newsCount: number;
  readonly wordsNow: ToastOptions['wordsNow'];
  readonly order: ToastOptions['order'];
}

export const TOAST_MS = 3_000;
/** Toasts with a button stay long enough to read and press it. */
export const READ_MS = 15_000;
const MOST_SHOWN = 3;
const MOST_HELD = 6;
/** Nobody has read a toast that was drawn for less: what needs its room lets it come again. */
const UNREAD_MS = 1_000;

interface Toasts {
  readonly list: readonly Toast[];
  /** Whether those that can wait do, since they would cover the sheet or the dialog that is open. */
  readonly isWaiting: boolean;
}

export const useToasts = create<Toasts>(() => ({ list: [], isWaiting: false }));

/** What failed, or is still at work, is told at once: it is the answer to what was pressed last. */
export const canWait = ({ kind }: Toast): boolean => kind !== 'error' && kind !== 'loading';

/** The answer to a press: what the person just did is told before what happened by itself. */
export const isAnswer = ({ newsCount }: Toast): boolean => newsCount === 0;

/**
 * Came while as many waited already: not shown yet, each is once there is room for it, answers before news, else in their order. Of news the
 * newest are enough, since the list behind the bell has the others: how many those are is told at the end.
 */
let held: readonly Toast[] = [];
let passedOver = 0;

/** What the toast says that leads to the news that had none of their own; null where nothing leads to them, and it would be in vain. */
type TellPassedOver = (count: number) => Pick<Toast, 'title' | 'action'> | null;
let tellPassedOver: TellPassedOver | null = null;

/** Gives the words for it, until the answer is called. */
export function onPassedOver(tell: TellPassedOver): () => void {
  tellPassedOver = tell;
  return () => void (tellPassedOver = null);
}

let lastId = 0;
/** How many lists with the news are open. */
let newsReaders = 0;

interface Clock {
  /** What is left of a toast's time while its clock stands. */
  leftMs: number;
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when it is to be seen; null: not yet, or never for long enough to be read. */
  drawnAt: number | null;
}

const clocks = new Map<number, Clock>();

/** Answers its id, to close it before its time. */
export function showToast(kind: ToastKind, title: string, description?: string, options: ToastOptions = {}): number {
  const toast = toastOf(kind, title, description, options);
  if (!isAnswer(toast) && newsReaders > 0) return toast.id;
  setClock(toast);
  // While others are held news come after them, and push nothing out that has just come up.
  if (waits(toast) || (held.length > 0 && canWait(toast) && !isAnswer(toast))) hold(toast);
  else showAtOnce(toast);
  return toast.id;
}

function toastOf(kind: ToastKind, title: string, description: string | undefined, options: ToastOptions): Toast {
  lastId += 1;
  const durationMs = options.durationMs ?? (kind === 'loading' ? Number.POSITIVE_INFINITY : TOAST_MS);
  const { isClosable = true, action, isNews = false, wordsNow, order } = options;
  const newsCount = isNews ? 1 : 0;
  return { id: lastId, kind, title, description, durationMs, isClosable, action, newsCount, wordsNow, order };
}

function setClock({ id, durationMs }: Toast): void {
  clocks.set(id, { leftMs: durationMs, startedAt: 0, timer: undefined, drawnAt: null });
}

const inTurn = (toasts: readonly Toast[]): readonly Toast[] =>
  toasts.toSorted((one, other) => Number(isAnswer(other)) - Number(isAnswer(one)) || one.id - other.id);

function hold(toast: Toast): void {
  held = inTurn([...held, toast]);
  fillRoom();
  dropTooMany();
}

/** First of the news, which the bell has, then of the failures that later ones pushed out, else whatever was held the longest. */
function dropTooMany(): void {
  while (held.length > MOST_HELD) {
    const { id, newsCount } = held.find((one) => !isAnswer(one)) ?? held.find((one) => !canWait(one)) ?? held[0]!;
    passedOver += newsCount;
    stopClock(id);
    held = held.filter((one) => one.id !== id);
  }
}

/**
 * The oldest of three goes for it; one that was not seen at all comes again, and while others are held one that nobody has read yet. Where
 * news come too fast to be read, their number is told afterwards.
 */
function showAtOnce(toast: Toast): void {
  // What waits is not seen: it goes for nothing else, and takes no room from it.
  const seen = useToasts.getState().list.filter((one) => !waits(one));
  const gone = seen.slice(0, Math.max(0, seen.length - (MOST_SHOWN - 1)));
  const unread = gone.filter(held.length > 0 ? isUnread : isUnseen);
  for (const one of gone) {
    const wasRead = !isUnread(one);
    stopClock(one.id);
    if (unread.includes(one)) setClock(one);
    else if (!wasRead) passedOver += one.newsCount;
  }
  held = inTurn([...unread, ...held]);
  dropTooMany();
  useToasts.setState(({ list }) => ({ list: [...list.filter((one) => !gone.includes(one)), toast] }));
  resumeToast(toast.id);
}

const isUnseen = ({ id }: Toast): boolean => clocks.get(id)?.drawnAt === null;

function isUnread({ id }: Pick<Toast, 'id'>): boolean {
  const drawnAt = clocks.get(id)?.drawnAt ?? null;
  return drawnAt === null || Date.now() - drawnAt < UNREAD_MS;
}

/** The toast is to be seen from now on, until the answer is called: not all that are shown are, where there is room for one only. */
export function drawToast(id: number): () => void {
  const clock = clocks.get(id);
  if (clock !== undefined) clock.drawnAt ??= Date.now();
  sayNow([id]);
  return () => {
    if (clock !== undefined && isUnread({ id })) clock.drawnAt = null;
  };
}

/** What toasts tell of has changed: those that are shown say what is true now, as those do that come up later. */
export function renewToasts(): void {
  sayNow(useToasts.getState().list.map(({ id }) => id));
}

function sayNow(ids: readonly number[]): void {
  const { list } = useToasts.getState();
  const renewed = list.map((toast) => {
    const words = ids.includes(toast.id) ? toast.wordsNow?.() : undefined;
    if (words === undefined) return toast;
    const { title, description } = words;
    return title === toast.title && description === toast.description ? toast : { ...toast, title, description };
  });
  if (renewed.some((toast, index) => toast !== list[index])) useToasts.setState({ list: renewed });
}

/** Whether it is not shown now, because it would cover the sheet or the dialog that is open. */
function waits(toast: Toast): boolean {
  return useToasts.getState().isWaiting && canWait(toast);
}

/** The longest held come first, as many as there is room for; while a sheet is open, among those that wait for it to close. */
function fillRoom(): void {
  const { list, isWaiting } = useToasts.getState();
  const room = Math.max(0, MOST_SHOWN - (isWaiting ? list.filter(canWait) : list).length);
  const next = held.slice(0, room);
  held = held.slice(room);
  const rest = !isWaiting && next.length < room ? toastOfPassedOver() : null;
  const shown = rest === null ? next : [...next, rest];
  if (shown.length === 0) return;
  useToasts.setState({ list: [...list, ...shown] });
  for (const { id } of shown) resumeToast(id);
}

/** After all that were held; null: no news was passed over. */
function toastOfPassedOver(): Toast | null {
  if (passedOver === 0 || tellPassedOver === null) return null;
  const newsCount = passedOver;
  const told = tellPassedOver(newsCount);
  passedOver = 0;
  if (told === null) return null;
  const { title, action } = told;
  // Where it is pushed out itself, the next one tells of those as well.
  const toast = { ...toastOf('info', title, undefined, { action, durationMs: READ_MS }), newsCount };
  setClock(toast);
  return toast;
}

/** The list with the news is open, until the answer is called: its toasts go, and none comes. */
export function readNews(): () => void {
  newsReaders += 1;
  passedOver = 0;
  for (const toast of [...held, ...useToasts.getState().list]) if (!isAnswer(toast)) closeToast(toast.id);
  return () => {
    newsReaders -= 1;
  };
}

/** A toast that waits is not shown and keeps its time. */
export function waitForRoom(isWaiting: boolean): void {
  if (useToasts.getState().isWaiting === isWaiting) return;
  useToasts.setState({ isWaiting });
  const waiting = useToasts.getState().list.filter(canWait);
  for (const { id } of waiting) pauseToast(id);
  if (isWaiting) return;
  // What failed meanwhile is shown already and stays: of those that waited, only as many come at once as there is room for.
  held = inTurn([...waiting, ...held]);
  useToasts.setState(({ list }) => ({ list: list.filter((toast) => !canWait(toast)) }));
  fillRoom();
  dropTooMany();
}

export function closeToast(id: number): void {
  stopClock(id);
  held = held.filter((toast) => toast.id !== id);
  useToasts.setState(({ list }) => ({ list: list.filter((toast) => toast.id !== id) }));
  fillRoom();
}

/** Those that tell of this order, shown or not: what is told next says as much. */
export function closeToastsOf(order: string): void {
  for (const toast of [...held, ...useToasts.getState().list]) if (toast.order === order) closeToast(toast.id);
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
  if (useToasts.getState().list.some((toast) => toast.id === id && waits(toast))) return;
  clock.startedAt = Date.now();
  clock.timer = setTimeout(() => closeToast(id), Math.max(0, clock.leftMs));
}

function stopClock(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}
