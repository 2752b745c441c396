/** The keys of the terminal (experience section 4): what they do, how a press is written, and which presses mean something else. */
export const HOTKEY_ACTIONS = [
  'buy',
  'sell',
  'limit',
  'market',
  'ticket',
  'send',
  'leave',
  'cancel_all',
  'full_screen',
] as const;
export type HotkeyAction = (typeof HOTKEY_ACTIONS)[number];

/** A press, written as `Shift+C`, `B`, `Enter`; at most one action has it. */
export type Keymap = Readonly<Record<HotkeyAction, string>>;

export const DEFAULT_KEYMAP: Keymap = {
  buy: 'B',
  sell: 'S',
  limit: 'L',
  market: 'M',
  ticket: 'T',
  send: 'Enter',
  leave: 'Escape',
  cancel_all: 'Shift+C',
  full_screen: 'F',
};

/** Sending and leaving are what a form does of itself inside the ticket: their keys stay. */
export const FIXED_ACTIONS: readonly HotkeyAction[] = ['send', 'leave'];

/** Those that the site or the browser needs: a key of ours must not take them. */
const TAKEN = new Set(['/', '?', 'Shift+?', 'Tab', 'Shift+Tab', ' ', 'Enter', 'Escape', 'ArrowUp', 'ArrowDown']);

export interface Press {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/**
 * A press as text. Letters go by their place on the keyboard where the layout has no Latin letters (`code` KeyB is B on a Russian one),
 * so that the keys work in every language. Null: a modifier alone, or one with Ctrl, Alt or Meta, which belong to the browser.
 */
export function pressText({ key, code, shiftKey, ctrlKey, altKey, metaKey }: Press): string | null {
  if (ctrlKey || altKey || metaKey || ['Shift', 'Control', 'Alt', 'Meta', 'Dead'].includes(key)) return null;
  const isLatin = /^[\x20-\x7e]$/.test(key);
  const placed = /^Key([A-Z])$/.exec(code)?.[1];
  const name = isLatin || key.length > 1 ? key : (placed ?? key);
  const upper = name.length === 1 ? name.toUpperCase() : name;
  return shiftKey ? `Shift+${upper}` : upper;
}

export function actionOf(keymap: Keymap, press: string): HotkeyAction | null {
  return HOTKEY_ACTIONS.find((action) => keymap[action] === press) ?? null;
}

/** Why a key cannot be given to an action; null where it can. */
export function refusalOf(keymap: Keymap, action: HotkeyAction, press: string): 'taken' | 'used' | null {
  if (TAKEN.has(press)) return 'taken';
  const owner = actionOf(keymap, press);
  return owner !== null && owner !== action ? 'used' : null;
}

/** What a device kept, where it is a keymap without doubles; else the one to begin with. */
export function keymapOf(kept: unknown): Keymap {
  if (typeof kept !== 'object' || kept === null) return DEFAULT_KEYMAP;
  const texts = kept as Readonly<Record<string, unknown>>;
  const keymap = { ...DEFAULT_KEYMAP };
  for (const action of HOTKEY_ACTIONS) {
    const text = texts[action];
    if (typeof text === 'string' && !FIXED_ACTIONS.includes(action) && !TAKEN.has(text)) keymap[action] = text;
  }
  return new Set(Object.values(keymap)).size === HOTKEY_ACTIONS.length ? keymap : DEFAULT_KEYMAP;
}
