/**
 * Rules for the lock file (reliability ATK-18): exact packages of the registry with their checksums, under licences that we may pass on,
 * few of them, and only those that package.json names may run scripts when they are installed.
 */

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The most packages that may be installed, in all and in production. Raising a number needs a decision page. */
const MOST_PACKAGES = 520;
const MOST_IN_PRODUCTION = 200;
const LICENCES: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'Unlicense',
  'Apache-2.0',
  'BSD-3-Clause',
  '(Apache-2.0 AND BSD-3-Clause)',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'OFL-1.1',
]);
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
/** 1.2.3, 1.2.3-beta.1, and another name's: npm:typescript@7.0.2. */
const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const OUR_OWN = /^@agio\//;

/** Every breach, one line each. `allowScripts`: of package.json; who is not in it runs nothing. */
export function checkLockFile(lock: LockFile, allowScripts: Readonly<Record<string, boolean>>): string[] {
  const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  const inProduction = installed.filter(([, { dev }]) => !dev).length;
  return [
    ...installed.flatMap(([path, found]) => checkPackage(path, found, allowScripts)),
    ...Object.entries(lock.packages)
      .filter(([path]) => !path.includes('node_modules/'))
      .flatMap(([path, own]) => checkWishes(path, own)),
    ...(installed.length > MOST_PACKAGES
      ? [`package-lock.json: ${installed.length} packages, the limit is ${MOST_PACKAGES}`]
      : []),
    ...(inProduction > MOST_IN_PRODUCTION
      ? [`package-lock.json: ${inProduction} packages run in production, the limit is ${MOST_IN_PRODUCTION}`]
      : []),
  ];
}

function checkPackage(
  path: string,
  { version = '', resolved, integrity = '', license = '', hasInstallScript }: LockedPackage,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const at = `package-lock.json: ${path}`;
  return [
    ...(resolved === undefined ? [] : [`${at} names a download address: run npm install with the project’s .npmrc`]),
    ...(EXACT.test(version) ? [] : [`${at} has the version “${version}”, which is none of the registry`]),
    ...(SHA512.test(integrity) ? [] : [`${at} has no sha512 checksum`]),
    ...(LICENCES.has(license) ? [] : [`${at} is under “${license}”, which is not on the list of licences`]),
    ...(hasInstallScript && !(name in allowScripts)
      ? [`${at} wants to run scripts when it is installed: say in allowScripts of package.json whether it may`]
      : []),
  ];
}

/** The dependencies of our own package.json files. */
function checkWishes(path: string, own: LockedPackage): string[] {
  const requests = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies };
  return Object.entries(requests)
    .filter(([name, request]) => !OUR_OWN.test(name) && !EXACT.test(request))
    .map(
      ([name, request]) =>
        `${path || '.'}/package.json asks for ${name} “${request}”: write an exact version of the registry`,
    );
}
