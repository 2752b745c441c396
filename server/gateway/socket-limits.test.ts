import { expect, test } from 'vitest';
import { createSocketLimits } from './socket-limits.ts';

test('FLT-16 an address has at most 500 connections, another /64 as many; a closed connection makes room', () => {
  const limits = createSocketLimits(true, () => 0);
  const entered = Array.from({ length: 501 }, (_, n) => limits.enter(`2001:db8::${(n + 1).toString(16)}`, false));
  expect(entered.map((one) => one !== null)).toEqual([...Array.from({ length: 500 }, () => true), false]);
  expect(limits.enter('2001:db8:0:1::1', false)).not.toBeNull();
  entered[0]!.left();
  expect(limits.enter('2001:db8::ffff', false)).not.toBeNull();
  expect(limits.enter('2001:db8::ffff', false)).toBeNull();
});

test('FLT-16 a wider network has at most 4,000 connections, however many addresses it has; what leaves makes room', () => {
  let nowMs = 0;
  const limits = createSocketLimits(true, () => nowMs);
  const enter = (address: string) => limits.enter(address, false);
  for (const [name, addressOf, other] of [
    ['of IPv6 a /48', (n: number) => `2001:db8:7:${n.toString(16)}::1`, '2001:db8:8::1'],
    ['of IPv4 a /24', (n: number) => `192.0.2.${n}`, '192.0.3.1'],
  ] as const) {
    const entered = Array.from({ length: 4_100 }, (_, at) => enter(addressOf(at % 41)));
    expect(entered.filter((one) => one !== null).length, name).toBe(4_000);
    expect(enter(addressOf(200)), name).toBeNull();
    expect(enter(other), name).not.toBeNull();
    entered[0]!.left();
    expect([enter(addressOf(200)), enter(addressOf(201))], name).toEqual([expect.anything(), null]);
    for (const one of entered.slice(1)) one?.left();
    // Until it may open as many anew.
    nowMs += 100_000;
    // One is left: a count that went wrong on the way would show.
    expect(
      Array.from({ length: 4_000 }, (_, at) => enter(addressOf(50 + (at % 41)))).filter(Boolean),
      name,
    ).toHaveLength(3_999);
  }
});

test('FLT-16 an address that opens connections again and again is refused after 1,000, and waits for each further one', () => {
  let nowMs = 0;
  const limits = createSocketLimits(true, () => nowMs);
  const comeAndGo = (): boolean => {
    const entered = limits.enter('192.0.2.1', false);
    entered?.left();
    return entered !== null;
  };
  const times = (count: number): number => Array.from({ length: count }, comeAndGo).filter(Boolean).length;
  expect(times(1_500)).toBe(1_000);
  nowMs = 1_000;
  expect(times(1_500)).toBe(10);
});

test('FLT-16 log-ins are counted by connection and by address, and it is known which of the two was too much', () => {
  const limits = createSocketLimits(true, () => 0);
  const taken = Array.from({ length: 61 }, () => limits.enter('192.0.2.1', false)!).map((one) =>
    Array.from({ length: 6 }, () => one.takeLogin()),
  );
  expect(taken.flat().filter((refused) => refused === null)).toHaveLength(300);
  expect(taken[0]).toEqual([null, null, null, null, null, 'connection']);
  expect(taken[60]).toEqual(['address', 'address', 'address', 'address', 'address', 'connection']);
});

test('FLT-16 what an address may do, its wider network may do five times, however many addresses it has', () => {
  for (const [name, addressOf] of [
    ['of IPv6 a /48', (n: number) => `2001:db8:7:${n.toString(16)}::1`],
    ['of IPv4 a /24', (n: number) => `192.0.2.${n % 256}`],
  ] as const) {
    const limits = createSocketLimits(true, () => 0);
    const enter = (n: number, isWeighed = false) => limits.enter(addressOf(n), isWeighed)!;
    const sumOf = (of: (one: ReturnType<typeof enter>) => number, isWeighed = false): number =>
      Array.from({ length: 200 }, (_, n) => enter(n, isWeighed)).reduce((sum, one) => sum + of(one), 0);
    const count = (times: number, take: () => boolean): number =>
      Array.from({ length: times }, take).filter(Boolean).length;
    // Two connections of each of two hundred addresses; an address alone gets 300 log-ins, 12,000 frames and 4,000 first frames.
    expect(
      sumOf((one) => count(5, () => one.takeLogin() === null)),
      name,
    ).toBe(1_000);
    expect(
      sumOf((one) => count(5, () => one.takeLogin() === null)),
      name,
    ).toBe(500);
    expect(enter(3).takeLogin(), name).toBe('network');
    expect(
      sumOf((one) => count(300, () => one.takeFrame(1))),
      name,
    ).toBe(60_000);
    expect(enter(201).takeFrame(1), name).toBe(false);
    expect(
      sumOf((one) => count(3_000, () => one.takeFrame(1)), true),
      name,
    ).toBe(120_000);
    expect(
      sumOf((one) => (one.takeFirstFrame(100) === 0 ? 100 : 0)),
      name,
    ).toBe(20_000);
    expect(enter(202).takeFirstFrame(1), name).toBeGreaterThan(0);
    const reader = enter(0);
    for (let n = 1; n <= 25; n += 1) {
      const other = enter(n);
      for (let topic = 0; topic < 1_000; topic += 1) other.countTopic(1);
    }
    expect(reader.hasRoomForTopic(), name).toBe(false);
  }
});

test('FLT-16 a wider network opens five times as many connections as an address, and then waits for each further one', () => {
  let nowMs = 0;
  const limits = createSocketLimits(true, () => nowMs);
  const comeAndGo = (n: number): boolean => {
    const entered = limits.enter(`2001:db8:7:${n.toString(16)}::1`, false);
    entered?.left();
    return entered !== null;
  };
  const times = (count: number): number => Array.from({ length: count }, (_, n) => comeAndGo(n)).filter(Boolean).length;
  expect(times(6_000)).toBe(5_000);
  nowMs = 1_000;
  expect(times(6_000)).toBe(50);
});

test('FLT-16 frames are counted by connection, and by address of all its connections together; requests apart', () => {
  const limits = createSocketLimits(true, () => 0);
  const framesOf = (address: string, isWeighed: boolean): number => {
    const one = limits.enter(address, isWeighed)!;
    return Array.from({ length: 5_000 }, () => one.takeFrame(100)).filter(Boolean).length;
  };
  const of = (count: number, isWeighed: boolean): number[] =>
    Array.from({ length: count }, (_, n) => framesOf(`2001:db8::${(n + 1).toString(16)}`, isWeighed));
  expect(of(42, false)).toEqual([...Array.from({ length: 40 }, () => 300), 0, 0]);
  expect(of(9, true)).toEqual([...Array.from({ length: 8 }, () => 3_000), 0]);
  expect([framesOf('2001:db8:0:1::1', false), framesOf('2001:db8:0:1::1', true)]).toEqual([300, 3_000]);
});

test('FLT-16 a long frame counts for each kilobyte of it', () => {
  const limits = createSocketLimits(true, () => 0);
  const one = limits.enter('192.0.2.1', true)!;
  expect(Array.from({ length: 100 }, () => one.takeFrame(65_536)).filter(Boolean)).toHaveLength(46);
  expect(one.takeFrame(56 * 1_024)).toBe(true);
  expect(one.takeFrame(1)).toBe(false);
});

test('FLT-16 first frames are counted by weight, by connection and by address, and it is told how long to wait', () => {
  let nowMs = 0;
  const limits = createSocketLimits(true, () => nowMs);
  const one = limits.enter('192.0.2.1', false)!;
  expect(Array.from({ length: 20 }, () => one.takeFirstFrame(21))).toEqual([...Array(14).fill(0), ...Array(6).fill(1)]);
  // Six are left of 300.
  expect([one.takeFirstFrame(1), one.takeFirstFrame(300)]).toEqual([0, 8]);
  nowMs = 525;
  expect([one.takeFirstFrame(21), one.takeFirstFrame(21)]).toEqual([0, 1]);
  // A frame that weighs more than the full allowance waits until the allowance is full.
  const other = limits.enter('192.0.2.1', false)!;
  expect([other.takeFirstFrame(1_000), other.takeFirstFrame(1_000)]).toEqual([0, 25]);
  const taken = Array.from({ length: 12 }, () => limits.enter('192.0.2.1', false)!.takeFirstFrame(300));
  expect(taken.filter((seconds) => seconds === 0)).toHaveLength(9);
});

test('FLT-16 a user has at most 50 connections', () => {
  const limits = createSocketLimits(true, () => 0);
  const entered = Array.from({ length: 51 }, () => limits.enterUser(7));
  expect(entered.filter(Boolean).length).toBe(50);
  limits.leaveUser(7);
  expect([limits.enterUser(7), limits.enterUser(7), limits.enterUser(8)]).toEqual([true, false, true]);
});

test('FLT-16 the connections of an address read 5,000 topics at a time, and another address its own', () => {
  const limits = createSocketLimits(true, () => 0);
  const [one, other, far] = ['192.0.2.1', '192.0.2.1', '198.51.100.1'].map((address) => limits.enter(address, false)!);
  for (let at = 0; at < 5_000; at += 1) (at % 2 ? one : other)!.countTopic(1);
  expect([one, other, far].map((side) => side!.hasRoomForTopic())).toEqual([false, false, true]);
  one!.countTopic(-1);
  expect(other!.hasRoomForTopic()).toBe(true);
});

test('FLT-16 with limits off nothing is counted', () => {
  const limits = createSocketLimits(false);
  const all = Array.from({ length: 500 }, () => limits.enter('192.0.2.1', false));
  expect(
    all.every((one) => one?.takeFrame(65_536) && one.takeLogin() === null && one.takeFirstFrame(9_999) === 0),
  ).toBe(true);
});
