import type { SecretPlace } from './conversation.ts';

const KEY = 'agio.chat';

/** The tab's storage; a browser that refuses it keeps the secret for this page only. */
export function tabStorage(): SecretPlace {
  let kept = '';
  return {
    read() {
      try {
        return window.sessionStorage.getItem(KEY) ?? kept;
      } catch {
        return kept;
      }
    },
    write(secret) {
      kept = secret;
      try {
        window.sessionStorage.setItem(KEY, secret);
      } catch {
        // The page's own copy has to do.
      }
    },
  };
}
