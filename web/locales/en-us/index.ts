/** The whole language, as it was built: what the browser falls back to when the server's call gives nothing. */
const domains = import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' });

export const dictionary: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(domains));
