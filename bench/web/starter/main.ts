/** Serves the built starter app the way the framework's own server does, without compression. Arguments: folder, port. */
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestListener } from '@react-router/node';
import type { ServerBuild } from 'react-router';

const [folder = '.', port = '0'] = process.argv.slice(2);
const entry = pathToFileURL(join(resolve(folder), 'server/index.js')).href;
const build = (await import(entry)) as ServerBuild;
createServer(createRequestListener({ build, mode: 'production' })).listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
