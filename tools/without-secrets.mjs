/**
 * The environment without what only the exchange itself may read: scripts of packages that are installed, and the plugins of the build, are
 * other people's code (reliability ATK-18). Plain JavaScript without packages, since it runs before any is installed.
 */
const SECRETS = new Set(['SECRET_KEY', 'BACKUP_KEY', 'OPERATOR_TOKENS', 'DATABASE_URL']);

export const withoutSecrets = (environment) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRETS.has(name.toUpperCase())));
