/**
 * The browser's storage for this site. A user may forbid it, and then reading `window.localStorage` throws; it may also be full. Reads
 * then find nothing and writes have no effect, so that no page fails because of it.
 */
export interface KeptTexts {
  getItem(name: string): string | null;
  /** These two answer whether it was done. */
  setItem(name: string, text: string): boolean;
  removeItem(name: string): boolean;
}

/** For this device, until somebody clears it. */
export const deviceStorage: KeptTexts = carefully(() => window.localStorage);
/** For this tab, until it is closed. */
export const tabStorage: KeptTexts = carefully(() => window.sessionStorage);

function carefully(storage: () => Storage): KeptTexts {
  return {
    getItem(name) {
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },
    setItem(name, text) {
      try {
        storage().setItem(name, text);
        return true;
      } catch {
        return false;
      }
    },
    removeItem(name) {
      try {
        storage().removeItem(name);
        return true;
      } catch {
        return false;
      }
    },
  };
}
