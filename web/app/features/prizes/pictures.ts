/** The pictures of prizes: one file per theme, made by the build from web/art. */
import type { Prize } from './prize-records.ts';

export interface ArtFiles {
  readonly dark: string;
  readonly light: string;
}

const FILES = import.meta.glob<ArtFiles>('../../../art/*.svg', { eager: true, query: '?art', import: 'default' });

const fileOf = (name: string): ArtFiles => FILES[`../../../art/${name}.svg`]!;

export const CLOSED_BOX = fileOf('mystery-box-closed');
export const OPENING_BOX = fileOf('mystery-box-opening');

const nameOf = (type: Prize['type']): string => type.toLowerCase().replaceAll('_', '-');

/** What a prize looks like once it is credited; a box's result has the opened picture of what was in it. */
export function pictureOf(prize: Prize): ArtFiles {
  return prize.type === 'BOX' ? fileOf(`${nameOf(prize.prize.type)}-opened`) : fileOf(`${nameOf(prize.type)}-rewarded`);
}
