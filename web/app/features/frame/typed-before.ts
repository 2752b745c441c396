/** What is typed while the panel's code is still on its way: whoever presses `/` goes on typing at once. */
export interface TypedBefore {
  soFar(): string;
  /** From here on the panel's own field takes the keys. */
  end(): void;
}

export function createTypedBefore(): TypedBefore & { listen(): () => void } {
  let text = '';
  let stop = (): void => undefined;
  const hear = ({ key, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent): void => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Backspace') text = text.slice(0, -1);
    else if ([...key].length === 1) text += key;
  };
  return {
    soFar: () => text,
    end: () => stop(),
    listen() {
      text = '';
      document.addEventListener('keydown', hear);
      stop = () => document.removeEventListener('keydown', hear);
      return stop;
    },
  };
}
