/**
 * What the browser keeps for this site. A person may forbid it, and then the mere mention of `window.localStorage` throws;
 * it may also be full. Reading then finds nothing and writing does nothing: no page fails for it.
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
