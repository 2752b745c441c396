import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkSignature, checkWindow, sortedPayloadOf } from './signed.ts';

const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
const sign = (text: string): string => createHmac('sha256', SECRET).update(text).digest('hex');
const codeOf = (run: () => void): unknown => {
  try {
    run();
  } catch (error) {
    return (error as { code: number }).code;
  }
  return null;
};

const signedOf = (payload: string, signature: string) => ({ payload, signature, timestamp: '1', recvWindow: '' });

test('the published example of the dialect verifies', () => {
  const payload =
    'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
  const signature = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71';
  checkSignature(signedOf(payload, signature), SECRET);
  checkSignature(signedOf(payload, signature.toUpperCase()), SECRET);
});

test('ATK-16 a tampered payload or signature is refused, a missing one named', () => {
  const payload = 'symbol=BTCUSDT&quantity=1&timestamp=1';
  const signature = sign(payload);
  const of = (text: string, given: string) => () => checkSignature(signedOf(text, given), SECRET);
  expect(codeOf(of(payload, signature))).toBe(null);
  expect(codeOf(of(payload.replace('quantity=1', 'quantity=2'), signature))).toBe(-1022);
  expect(codeOf(of(`${payload}&extra=1`, signature))).toBe(-1022);
  expect(codeOf(of(payload, signature.slice(2)))).toBe(-1022);
  expect(codeOf(of(payload, `${signature}zz`))).toBe(-1022);
  expect(codeOf(of(payload, ''))).toBe(-1102);
});

test('ATK-16 the window: one second ahead at most, recvWindow behind at most', () => {
  const at = (timestamp: number, recvWindow?: string) => () =>
    checkWindow({ payload: '', signature: '', timestamp: String(timestamp), recvWindow: recvWindow ?? '' }, 1_000_000);
  expect(codeOf(at(1_000_000))).toBe(null);
  expect(codeOf(at(1_000_999))).toBe(null);
  expect(codeOf(at(1_001_000))).toBe(-1021);
  expect(codeOf(at(995_000))).toBe(null);
  expect(codeOf(at(994_999))).toBe(-1021);
  expect(codeOf(at(990_000, '10000'))).toBe(null);
  expect(codeOf(at(1_000_000 - 30_000))).toBe(-1021);
  expect(codeOf(at(1_000_000, '60001'))).toBe(-1131);
  for (const odd of ['1e3', '-1', ' 1', '0x10', '1.5']) expect(codeOf(at(1_000_000, odd))).toBe(-1100);
});

test('websocket parameters are signed sorted by name, unencoded, as JSON prints them', () => {
  const params = {
    timestamp: 1649729878532,
    symbol: 'BTCUSDT',
    apiKey: 'k',
    reduceOnly: true,
    price: '1.5',
    newClientOrderId: 'a/b',
  };
  const payload = 'apiKey=k&newClientOrderId=a/b&price=1.5&reduceOnly=true&symbol=BTCUSDT&timestamp=1649729878532';
  const signed = sortedPayloadOf({ ...params, signature: sign(payload) });
  expect(signed.payload).toBe(payload);
  checkSignature(signed, SECRET);
  expect(codeOf(() => checkSignature(sortedPayloadOf(params), SECRET))).toBe(-1102);
  expect(codeOf(() => checkWindow(sortedPayloadOf({ apiKey: 'k' }), 0))).toBe(-1102);
});
