import { tabStorage } from '../../choices/browser-storage.ts';
import type { SecretPlace } from './conversation.ts';

const KEY = 'agio.chat';

/** The tab's storage; a browser that refuses it keeps the secret for this page only. */
export function tabSecret(): SecretPlace {
  let kept = '';
  return {
    read: () => tabStorage.getItem(KEY) ?? kept,
    write(secret) {
      kept = secret;
      tabStorage.setItem(KEY, secret);
    },
  };
}
