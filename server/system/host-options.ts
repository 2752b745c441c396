/** What a core gets of its host: hashes of Node, and numbers that nobody can foresee. */
import { randomFillSync } from 'node:crypto';
import { type CoreOptions, NAME_SECRET_WORDS } from '@agio/core';
import { HOST_HASHES } from './host-hashes.ts';

export const HOST_OPTIONS: CoreOptions = {
  hashes: HOST_HASHES,
  nameSecret: randomFillSync(new Uint32Array(NAME_SECRET_WORDS)),
};
