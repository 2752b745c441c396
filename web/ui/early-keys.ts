/**
 * Keys that are pressed between the opening of a panel and the moment at which its field has the focus: they are kept and given to the
 * field, in their order, so that whoever opens and types at once loses nothing.
 */
export interface EarlyKeys {
  /** The panel opens: keys are kept from now on. */
  keep(): void;
  /** The field has the focus: it gets them, and all further ones by itself. */
  giveTo(field: HTMLInputElement): void;
  /** The panel does not open, or has closed. */
  drop(): void;
}

/** Beside letters: what the fields of panels listen to. */
const COMMANDS = new Set(['Enter', 'ArrowDown', 'ArrowUp']);
/** With these somebody goes elsewhere. */
const LEAVING = new Set(['Escape', 'Tab']);

export function createEarlyKeys(): EarlyKeys {
  let keys: string[] = [];
  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isTypedElsewhere = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
    if (LEAVING.has(key) || isTypedElsewhere) return drop();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key.length !== 1 && key !== 'Backspace' && !COMMANDS.has(key)) return;
    event.preventDefault();
    event.stopPropagation();
    // A held Enter is the one that opened the panel.
    if (!(event.repeat && COMMANDS.has(key))) keys.push(key);
  };
  const drop = () => {
    keys = [];
    document.removeEventListener('keydown', onKey, true);
    document.removeEventListener('pointerdown', drop, true);
  };
  return {
    keep() {
      drop();
      document.addEventListener('keydown', onKey, true);
      document.addEventListener('pointerdown', drop, true);
    },
    giveTo(field) {
      const given = keys;
      drop();
      void give(field, given);
    },
    drop,
  };
}

/** One after the other: what a command does depends on what was typed before it, and the page shows that after a turn. */
async function give(field: HTMLInputElement, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (COMMANDS.has(key)) field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    else type(field, key === 'Backspace' ? field.value.slice(0, -1) : field.value + key);
    await Promise.resolve();
  }
}

/** As if a person had typed it: React listens to the event, and only where the value was not set by its own way. */
function type(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
