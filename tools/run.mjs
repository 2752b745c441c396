// What `npm start`, `npm test` and the other commands run first, on whatever Node is there (20 or newer): install what is
// missing, then go on with the Node that the project pins. Plain JavaScript without dependencies: nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfWebSources } from './web-sources.mjs';
import { withoutSecrets } from './without-secrets.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const [command = 'start', ...rest] = process.argv.slice(2);
/** Progress goes to stderr where stdout is a result that programs read. */
const isQuiet = [
  'agio',
  'bench',
  'bench:core',
  'bench:scale',
  'bench:routes',
  'bench:web',
  'bench:conform',
  'sim',
  'mutations',
  'soak',
].includes(command);
const say = (text) => (isQuiet ? process.stderr : process.stdout).write(`${text}\n`);

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20)
    stop(
      `Agio needs Node 20 or newer to start; this is Node ${process.versions.node}. Install a newer Node and try again.`,
    );
}

/** Runs a program to its end; answers its exit code. */
function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) stop(`${program} could not be run: ${result.error.message}`);
  return result.status ?? 1;
}

function installDependencies() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  const mark = join(modules, '.agio-installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  say('Installing dependencies (npm ci), about a minute the first time …');
  const started = Date.now();
  const stdio = isQuiet ? ['ignore', 2, 2] : 'inherit';
  if (run('npm', ['ci'], { stdio, shell: process.platform === 'win32', env: withoutSecrets(process.env) }) !== 0) {
    stop(
      'The dependencies could not be installed. Check the network and the free disk space, then run the same command again.',
    );
  }
  writeFileSync(mark, wanted);
  say(`Dependencies are installed (${Math.round((Date.now() - started) / 1000)} s).`);
}

function pinnedNode() {
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const binary = names.map((name) => join(modules, name, 'bin', 'node')).find((path) => existsSync(path));
  if (binary) return binary;
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  return stop(`There is no pinned Node for ${process.platform}-${process.arch}. Start Agio with Node 26 or newer.`);
}

/** Builds the web app when anything it is made of has changed since the last build. */
function buildWeb(node) {
  const wanted = hashOfWebSources(root);
  const mark = join(root, 'web', 'build', '.sources');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  say('Building the web app …');
  const started = Date.now();
  const result = spawnSync(node, [join(modules, '@react-router/dev/bin.cjs'), 'build'], {
    cwd: join(root, 'web'),
    env: { ...withoutSecrets(process.env), NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (result.status !== 0) stop(`The web app could not be built:\n${result.stdout}\n${result.stderr}`);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, wanted);
  say(`The web app is built (${Math.round((Date.now() - started) / 1000)} s).`);
}

/** Makes one file of the program of each of the engine's threads, when anything it is made of has changed. Without them the sources run. */
function buildEngine(node) {
  const result = spawnSync(node, [join('tools', 'build-engine.ts')], {
    cwd: root,
    env: withoutSecrets(process.env),
    encoding: 'utf8',
  });
  if (result.status !== 0)
    say(`The engine runs from its sources, a quarter slower; it could not be built:\n${result.stderr}`);
}

/**
 * Runs a program of the project with the pinned Node, passes signals on and ends with its exit code. The IPC channel
 * tells the child when this process is killed; under npm, the end of npm counts as well.
 */
function supervise(node, args, environment = {}) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environment, ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref();
  }
  child.on('error', (error) => stop(`The pinned Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)),
  );
}

checkNode();
installDependencies();
const node = pinnedNode();
switch (command) {
  case 'start':
    buildWeb(node);
    buildEngine(node);
    // Without it pages are drawn by the development build of React, which takes twice as long.
    supervise(node, ['server/main.ts', ...rest], { NODE_ENV: 'production' });
    break;
  case 'test':
    buildWeb(node);
    buildEngine(node);
    supervise(node, ['tools/test.ts', ...rest]);
    break;
  case 'check':
    buildWeb(node);
    buildEngine(node);
    supervise(node, ['tools/check.ts', ...rest]);
    break;
  case 'bench':
    buildWeb(node);
    buildEngine(node);
    supervise(node, ['bench/main.ts', ...rest]);
    break;
  case 'bench:core':
    supervise(node, ['bench/core/main.ts', ...rest]);
    break;
  case 'bench:scale':
    supervise(node, ['bench/scale/main.ts', ...rest]);
    break;
  case 'bench:routes':
    buildWeb(node);
    buildEngine(node);
    supervise(node, ['bench/routes/main.ts', ...rest]);
    break;
  case 'bench:web':
    buildWeb(node);
    buildEngine(node);
    supervise(node, ['bench/web/main.ts', ...rest]);
    break;
  case 'bench:conform':
    supervise(node, ['bench/conform/main.ts', ...rest]);
    break;
  case 'sim':
    supervise(node, ['test/simulator/main.ts', ...rest]);
    break;
  case 'mutations':
    supervise(node, ['tools/mutations/main.ts', ...rest]);
    break;
  case 'soak':
    buildWeb(node);
    buildEngine(node);
    supervise(node, ['test/soak/main.ts', ...rest]);
    break;
  case 'survey':
    buildWeb(node);
    buildEngine(node);
    supervise(node, ['test/e2e/survey.ts', ...rest]);
    break;
  case 'agio':
    supervise(node, ['tools/agio.ts', ...rest]);
    break;
  default:
    stop(
      `There is no command "${command}". Use start, test, check, bench, bench:core, bench:scale, bench:routes, bench:web, bench:conform, sim, mutations, soak, survey or agio.`,
    );
}
