import { expect, test } from 'vitest';
import { createPasswords, isWeakPassword } from './passwords.ts';
import { hashToken } from '../../../system/sha256.ts';
import { decryptText, deriveKey, encryptText, newKeyText, newToken } from '../secrets.ts';

test('a hash verifies its own password only, under its own pepper only', async () => {
  const passwords = createPasswords(Buffer.alloc(32, 1));
  const phc = await passwords.hash('correct horse battery', '');
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify('correct horse battery', phc, '')).toBe(true);
  expect(await passwords.verify('correct horse batterY', phc, '')).toBe(false);
  expect(await passwords.verify('correct horse battery', null, '')).toBe(false);
  expect(await createPasswords(Buffer.alloc(32, 2)).verify('correct horse battery', phc, '')).toBe(false);
  expect(passwords.isOutdated(phc)).toBe(false);
  expect(passwords.isOutdated(phc.replace('t=2', 't=1'))).toBe(true);
});

test('common, short and address-like passwords are weak', () => {
  for (const weak of [
    'password',
    'Password123!',
    '12345678',
    'qwertyuiop',
    'iloveyou',
    'short7!',
    'anna.smith',
    'ANNA.SMITH@example.com',
    '11111111',
  ]) {
    expect(isWeakPassword(weak, 'anna.smith@example.com'), weak).toBe(true);
  }
  for (const fine of ['correct horse battery', 'tr0ub4dor&3x', 'gehstdumitmirspazieren', 'Demo-Agio-2024!x']) {
    expect(isWeakPassword(fine, 'anna.smith@example.com'), fine).toBe(false);
  }
});

test('an encrypted secret opens only with its key and its context', () => {
  const key = deriveKey('operator secret', 'api key secrets');
  const encrypted = encryptText(key, 'the secret', 'row 1');
  expect(decryptText(key, encrypted, 'row 1')).toBe('the secret');
  expect(encryptText(key, 'the secret', 'row 1')).not.toBe(encrypted);
  expect(() => decryptText(key, encrypted, 'row 2')).toThrow();
  expect(() => decryptText(deriveKey('operator secret', 'other'), encrypted, 'row 1')).toThrow();
});

test('tokens and keys have the length their readers expect', () => {
  expect(newToken()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(newKeyText(64)).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(hashToken('a')).toHaveLength(64);
});

test('FLT-19 a flood from all addresses of an IPv6 /48 does not delay a log-in from elsewhere, which is checked in its turn', async () => {
  const passwords = createPasswords(Buffer.alloc(32, 1));
  const outcomes: string[] = [];
  const check = (ip: string): Promise<unknown> =>
    passwords.verify('a guess', null, ip).then(
      () => outcomes.push('checked'),
      () => outcomes.push('refused'),
    );
  const flood = Array.from({ length: 80 }, (_, n) => check(`2001:db8:7:${n.toString(16)}::1`));
  expect(passwords.counts().waiting).toBe(64);
  const before = passwords.counts().begun;
  await passwords.verify('a guess', null, '198.51.100.1');
  // Its own hash, those that were running, and one of the other network.
  expect(passwords.counts().begun - before).toBeLessThan(8);
  await Promise.all(flood);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(80 - 2 - 63);
});
