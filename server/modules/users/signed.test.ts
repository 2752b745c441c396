import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkSignature, checkWindow, signedPayloadOf, sortedPayloadOf } from './signed.ts';

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

test('the published example of the dialect verifies', () => {
  const payload = 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
  const signature = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71';
  const inQuery = signedPayloadOf({ rawQuery: `${payload}&signature=${signature}`, rawBody: '' });
  const inBody = signedPayloadOf({ rawQuery: '', rawBody: `${payload}&signature=${signature}` });
  for (const signed of [inQuery, inBody]) checkSignature(signed, SECRET);
});

test('query and body are joined without anything between, encoded and ordered as sent', () => {
  const rawQuery = 'symbol=BTCUSDT&newClientOrderId=a%2Fb';
  const rawBody = 'timestamp=1&quantity=1';
  const signature = sign(rawQuery + rawBody);
  checkSignature(signedPayloadOf({ rawQuery, rawBody: `${rawBody}&signature=${signature}` }), SECRET);
  checkSignature(signedPayloadOf({ rawQuery: `signature=${signature}&${rawQuery}`, rawBody }), SECRET);
});

test('ATK-16 a tampered query, body, signature or duplicated signature is refused', () => {
  const payload = 'symbol=BTCUSDT&quantity=1&timestamp=1';
  const signature = sign(payload);
  const of = (raw: string) => () => checkSignature(signedPayloadOf({ rawQuery: raw, rawBody: '' }), SECRET);
  expect(codeOf(of(`${payload}&signature=${signature}`))).toBe(null);
  expect(codeOf(of(`${payload.replace('quantity=1', 'quantity=2')}&signature=${signature}`))).toBe(-1022);
  expect(codeOf(of(`${payload}&extra=1&signature=${signature}`))).toBe(-1022);
  expect(codeOf(of(`${payload}&signature=${signature.slice(2)}`))).toBe(-1022);
  expect(codeOf(of(`${payload}&signature=${signature}zz`))).toBe(-1022);
  expect(codeOf(of(`${payload}&signature=`))).toBe(-1102);
  expect(codeOf(of(payload))).toBe(-1102);
  expect(codeOf(of(`${payload}&signature=${signature}&signature=${signature}`))).toBe(-1101);
});

test('ATK-16 the window: one second ahead at most, recvWindow behind at most', () => {
  const at = (timestamp: number, recvWindow?: string) => () =>
    checkWindow({ payload: '', signature: '', timestamp: String(timestamp), recvWindow: recvWindow ?? null }, 1_000_000);
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
  const params = { timestamp: 1649729878532, symbol: 'BTCUSDT', apiKey: 'k', reduceOnly: true, price: '1.5', newClientOrderId: 'a/b' };
  const payload = 'apiKey=k&newClientOrderId=a/b&price=1.5&reduceOnly=true&symbol=BTCUSDT&timestamp=1649729878532';
  const signed = sortedPayloadOf({ ...params, signature: sign(payload) });
  expect(signed.payload).toBe(payload);
  checkSignature(signed, SECRET);
  expect(codeOf(() => void sortedPayloadOf(params))).toBe(-1102);
});
