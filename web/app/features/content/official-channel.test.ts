import { expect, test } from 'vitest';
import { isOfficial } from './official-channel.ts';

const CHANNELS = { Forum: 'https://forum.example/agio' };

test.each([
  ['https://forum.example/agio', true],
  ['http://www.forum.example/agio/', true],
  ['forum.example/agio', true],
  [' forum.example/agio?from=mail ', true],
  ['https://forum.example/agio-support', false],
  ['https://forum.example.evil.example/agio', false],
  ['https://forum.example@evil.example/agio', false],
  ['https://evil.example/forum.example/agio', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s is a channel of ours: %s', (asked, answer) => {
  expect(isOfficial(CHANNELS, asked)).toBe(answer);
});

test('without configured channels no channel is official', () => {
  expect(isOfficial({}, 'https://forum.example/agio')).toBe(false);
});
