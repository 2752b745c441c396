import { HUMAN_CODE_CLOSE_MS, HUMAN_CODE_POLL_MS, HUMAN_CODE_TIMEOUT_MS } from '@agio/contracts/human-code';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onEvent } from './events.ts';
import { type HumanCodeResult, readStatus, useHumanCode, verifyHuman } from './human-code.ts';
import type { Envelope } from './types.ts';

const BIZ = 'biz-1';
/** The server's present answer, and how often it was asked. */
let status: number;
let asked: number;
let result: HumanCodeResult | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { location: { hostname: 'agio.example' } });
  [status, asked, result] = [0, 0, null];
});
afterEach(async () => {
  useHumanCode.getState().close();
  await vi.advanceTimersByTimeAsync(HUMAN_CODE_CLOSE_MS);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answer = (code: number, data: unknown, msg = ''): Envelope => ({ code, msg, data });
const ask = async (bizId: string): Promise<Envelope> => {
  asked += 1;
  return answer(0, { bizId, status });
};
async function begin(initial: unknown, poll: (bizId: string) => Promise<Envelope> = ask): Promise<void> {
  void verifyHuman(initial, poll).then((ended) => (result = ended));
  await vi.advanceTimersByTimeAsync(0);
}
const isShown = (): boolean => useHumanCode.getState().state !== null;
const message = (): string | undefined => useHumanCode.getState().state?.message;

test('T7 status 1 at once is verified at once, without a pop-up', async () => {
  await begin({ bizId: BIZ, status: 1 });
  expect(result).toEqual({
    code: 0,
    success: true,
    humanCodeValidateStatus: 1,
    data: { bizId: BIZ, status: 1 },
    msg: 'Validate Success',
  });
  expect([isShown(), asked]).toEqual([false, 0]);
});

test.each([2, 4, 99, -1])('T7 status %s at once shows no pop-up and fails', async (initial) => {
  await begin({ bizId: BIZ, status: initial });
  expect(result).toMatchObject({ code: -1, success: false, msg: 'Validate Faild' });
  expect([isShown(), asked]).toEqual([false, 0]);
});

test.each([0, 3])('T7 K1 verification 2 s: status %s shows the widget and is asked every 2 s', async (initial) => {
  status = initial;
  await begin({ bizId: BIZ, status: initial });
  expect(useHumanCode.getState().state).toMatchObject({
    type: 'popup',
    status: initial,
    bizId: BIZ,
    domain: 'agio.example',
  });
  expect(HUMAN_CODE_POLL_MS).toBe(2_000);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([asked, isShown(), result]).toEqual([4, true, null]);
});

test('T7 a changed status updates the widget; with an unknown status polling goes on; 1 verifies and closes', async () => {
  await begin({ bizId: BIZ, status: 0 });
  for (const next of [3, 7]) {
    status = next;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([useHumanCode.getState().state?.status, result]).toEqual([next, null]);
  }
  status = 1;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([isShown(), result?.success, result?.msg]).toEqual([false, true, 'Validate Success']);
});

test('T7 K1 verification 2 s after a failure: it says so that long, then closes', async () => {
  await begin({ bizId: BIZ, status: 0 });
  status = 2;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([message(), result]).toEqual(['Validate Faild', null]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isShown()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect([isShown(), result?.code, result?.humanCodeValidateStatus]).toEqual([false, -1, 2]);
});

test('T7 K1 verification 1,200,000 ms: then "Operation Timeout"', async () => {
  expect(HUMAN_CODE_TIMEOUT_MS).toBe(1_200_000);
  await begin({ bizId: BIZ, status: 0 });
  await vi.advanceTimersByTimeAsync(1_199_999);
  expect(message()).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(message()).toBe('Operation Timeout');
  const before = asked;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([isShown(), result?.msg, asked]).toEqual([false, 'Operation Timeout', before]);
});

test('T7 closing it is a failure and ends the polling', async () => {
  await begin({ bizId: BIZ, status: 0 });
  useHumanCode.getState().close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([result?.success, isShown(), asked]).toEqual([false, false, 0]);
});

test('T7 news from the widget are asked for at once', async () => {
  await begin({ bizId: BIZ, status: 0 });
  status = 1;
  useHumanCode.getState().askNow();
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, result?.success]).toEqual([1, true]);
});

test('T7 after a lost connection the status is asked again', async () => {
  let isAway = true;
  await begin({ bizId: BIZ, status: 0 }, async (bizId) => (isAway ? answer(-1, null) : ask(bizId)));
  status = 1;
  await vi.advanceTimersByTimeAsync(4_000);
  expect([isShown(), result]).toEqual([true, null]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(result?.success).toBe(true);
});

test('V3 an answer is valid with code 0 and a bizId; else its error is its message or a general one', () => {
  expect(readStatus(answer(0, { bizId: BIZ, status: 3 }))).toEqual({ bizId: BIZ, status: 3 });
  for (const data of [null, {}, { status: 1 }, { bizId: '', status: 1 }, { bizId: BIZ }])
    expect(readStatus(answer(0, data))).toEqual({ error: 'Api Response Data Error' });
  expect(readStatus(answer(44_004, { bizId: BIZ, status: 1 }, 'It is gone.'))).toEqual({ error: 'It is gone.' });
  expect(readStatus(answer(44_004, null))).toEqual({ error: 'Api Response Data Error' });
});

test('V3 T7 a bad answer ends it with its message', async () => {
  await begin({ bizId: BIZ, status: 0 }, async () => answer(0, {}));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(message()).toBe('Api Response Data Error');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(result).toMatchObject({ code: -1, msg: 'Api Response Data Error' });
});

test('T7 while one runs, others wait for the same; its end is tracked once', async () => {
  const tracked: unknown[] = [];
  const leave = onEvent('track', ({ event, params }) => void tracked.push([event, params.code]));
  await begin({ bizId: BIZ, status: 0 });
  const second = verifyHuman({ bizId: 'biz-2', status: 0 }, ask);
  status = 1;
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await second).data.bizId).toBe(BIZ);
  expect(tracked).toEqual([['humancode', 0]]);
  leave();
});
