/** The name of a journal, made with its folder: what ties a database to it. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../system/durable-file.ts';

export function readJournalId(directory: string): string {
  const path = join(directory, 'id');
  if (!existsSync(path)) writeDurably(path, randomUUID());
  return readFileSync(path, 'utf8').trim();
}
