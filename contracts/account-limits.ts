/** What may be written where somebody registers, logs in or makes an API key. Values only, no schemas: pages import this module. */

/** A name, an at sign, and a host with a dot: enough to notice a slip, and no address that exists is refused. */
export const EMAIL_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
/** Characters. */
export const LEAST_PASSWORD_LENGTH = 8;
/** Characters of the label of an API key. */
export const MOST_KEY_LABEL_LENGTH = 40;
