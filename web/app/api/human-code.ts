/**
 * Human verification (code 8001): one at a time, shown by the component that draws the store `humanCode`. How it is earned is the
 * widget's business; here are the states, the polling and the end of it.
 */
import { HUMAN_CODE, HUMAN_CODE_CLOSE_MS, HUMAN_CODE_POLL_MS, HUMAN_CODE_TIMEOUT_MS } from '@agio/contracts/human-code';
import { create } from 'zustand';
import { NO_ANSWER, SUCCESS } from './answer.ts';
import { browserDevice, clientType, platformOf } from './device.ts';
import { track } from './events.ts';
import type { Envelope } from './types.ts';

export const TEXTS = {
  success: 'Validate Success',
  failure: 'Validate Faild',
  timeout: 'Operation Timeout',
  badAnswer: 'Api Response Data Error',
} as const;

export interface HumanCodeStatus {
  readonly bizId: string;
  readonly status: number;
}

export interface HumanCodeResult {
  /** 0 verified, -1 not. */
  readonly code: 0 | -1;
  readonly success: boolean;
  readonly humanCodeValidateStatus: number;
  readonly data: HumanCodeStatus;
  readonly msg: string;
}

/** The task given to a widget, and the state it shows. */
export interface WidgetState {
  readonly type: 'popup';
  readonly status: number;
  readonly message: string;
  readonly isRegisterHuman: boolean;
  readonly client: 'pc' | 'mobile' | 'webview';
  readonly uid: string;
  readonly bizId: string;
  readonly platform: 'pc' | 'ios' | 'android';
  readonly domain: string;
}

interface Shown {
  readonly state: WidgetState | null;
  /** The person closes it: a failure. */
  close(): void;
  /** The widget has news: asks at once, not at the next poll. */
  askNow(): void;
}

const nothing = (): void => {};
export const useHumanCode = create<Shown>(() => ({ state: null, close: nothing, askNow: nothing }));

/** Accepted only with code 0 and a bizId. */
export function readStatus({ code, msg, data }: Envelope): HumanCodeStatus | { readonly error: string } {
  const { bizId, status } = (data ?? {}) as { bizId?: unknown; status?: unknown };
  if (code === SUCCESS && typeof bizId === 'string' && bizId !== '' && typeof status === 'number')
    return { bizId, status };
  return { error: code === SUCCESS ? TEXTS.badAnswer : msg || TEXTS.badAnswer };
}

/** Reads how far the verification is. */
export type AskStatus = (bizId: string) => Promise<Envelope>;

let running: Promise<HumanCodeResult> | null = null;

/** `asked` is the data of the 8001. While one runs, others wait for the same. */
export function verifyHuman(asked: unknown, ask: AskStatus): Promise<HumanCodeResult> {
  running ??= verify(asked, ask).finally(() => (running = null));
  return running;
}

async function verify(asked: unknown, ask: AskStatus): Promise<HumanCodeResult> {
  const initial = readStatus({ code: SUCCESS, msg: '', data: asked });
  const result = 'error' in initial ? fail({ bizId: '', status: -1 }, initial.error) : await follow(initial, ask);
  track('humancode', { code: result.code, status: result.humanCodeValidateStatus, msg: result.msg });
  return result;
}

const succeed = (data: HumanCodeStatus): HumanCodeResult => ({
  code: 0,
  success: true,
  humanCodeValidateStatus: data.status,
  data,
  msg: TEXTS.success,
});
const fail = (data: HumanCodeStatus, msg: string): HumanCodeResult => ({
  code: -1,
  success: false,
  humanCodeValidateStatus: data.status,
  data,
  msg,
});

const needsWidget = (status: number): boolean => status === HUMAN_CODE.NEW || status === HUMAN_CODE.BEGUN;

function follow(initial: HumanCodeStatus, ask: AskStatus): Promise<HumanCodeResult> {
  if (initial.status === HUMAN_CODE.VERIFIED) return Promise.resolve(succeed(initial));
  if (!needsWidget(initial.status)) return Promise.resolve(fail(initial, TEXTS.failure));
  return new Promise((resolve) => {
    let current = initial;
    let isOver = false;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const end = (result: HumanCodeResult, isSlow: boolean): void => {
      if (isOver) return;
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      const leave = (): void => {
        useHumanCode.setState({ state: null, close: nothing, askNow: nothing });
        resolve(result);
      };
      if (!isSlow) return leave();
      show(current, result.msg);
      const timer = setTimeout(leave, HUMAN_CODE_CLOSE_MS);
      // The person may close the result before its time is over.
      useHumanCode.setState({ close: () => (clearTimeout(timer), leave()), askNow: nothing });
    };
    const accept = (answer: Envelope): void => {
      if (isOver || answer.code === NO_ANSWER) return;
      const read = readStatus(answer);
      if ('error' in read) return end(fail(current, read.error), true);
      const isNews = read.status !== current.status;
      current = read;
      if (read.status === HUMAN_CODE.VERIFIED) return end(succeed(read), false);
      if (read.status === HUMAN_CODE.FAILED) return end(fail(read, TEXTS.failure), true);
      if (isNews) show(current, '');
    };
    const poll = async (): Promise<void> => {
      accept(await ask(initial.bizId));
    };
    const pollOn = (): void => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void poll().then(() => isOver || pollOn());
      }, HUMAN_CODE_POLL_MS);
      timers.add(timer);
    };
    timers.add(setTimeout(() => end(fail(current, TEXTS.timeout), true), HUMAN_CODE_TIMEOUT_MS));
    useHumanCode.setState({ close: () => end(fail(current, TEXTS.failure), false), askNow: () => void poll() });
    show(current, '');
    pollOn();
  });
}

function show({ bizId, status }: HumanCodeStatus, message: string): void {
  const device = browserDevice();
  useHumanCode.setState({
    state: {
      type: 'popup',
      status,
      message,
      isRegisterHuman: false,
      client: clientType(device),
      uid: '',
      bizId,
      platform: platformOf(device),
      domain: window.location.hostname,
    },
  });
}
