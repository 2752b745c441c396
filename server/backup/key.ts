/** The key of backups: 32 bytes that the operator keeps away from this machine. No backup holds it. */
import { hkdfSync } from 'node:crypto';

/** The file was made with another key and cannot be read. */
export class WrongBackupKey extends Error {
  override readonly name = 'WrongBackupKey';
}

/** A different key for each file: `salt` is the file's, 32 random bytes. */
export function deriveFileKey(backupKey: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', backupKey, salt, 'agio backup: contents', 32));
}

/** 16 bytes that tell another key from an altered file, and nothing about the key. */
export function keyCheckOf(backupKey: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', backupKey, salt, 'agio backup: key check', 16));
}

/** 64 hexadecimal digits to 32 bytes; throws a sentence that says how to make such a key. */
export function parseBackupKey(text: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text.trim()))
    throw new WrongBackupKey(
      'BACKUP_KEY must be 64 hexadecimal digits, or BACKUP_KEY_FILE name a file with them. Make a key with: openssl rand -hex 32. ' +
        'Keep it apart from the backups and from this machine: without it they cannot be read.',
    );
  return Buffer.from(text.trim(), 'hex');
}
