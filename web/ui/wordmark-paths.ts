/** The strokes of the wordmark within WORDMARK_BOX; its o is the split ring, the gap between bid and ask. */
export const WORDMARK_BOX = { x: 0, y: -3, width: 66, height: 33 };
export const WORDMARK_STROKE = 3.3;
export const WORDMARK_INK = [
  'M16.2 13.6a7.2 7.2 0 1 1-14.4 0a7.2 7.2 0 1 1 14.4 0z',
  'M16.2 4.8v17.6',
  'M35.6 13.6a7.2 7.2 0 1 1-14.4 0a7.2 7.2 0 1 1 14.4 0z',
  'M35.6 4.8v16.8a7 7 0 0 1-13.1 3.5',
  'M43.4 4.8v17.6',
  'M50.3 15.2a7.2 7.2 0 0 0 14.1 0',
] as const;
export const WORDMARK_ACCENT = 'M50.3 12a7.2 7.2 0 0 1 14.1 0';
export const WORDMARK_DOT = 'M45.5 -.4a2.1 2.1 0 1 1-4.2 0a2.1 2.1 0 1 1 4.2 0z';
