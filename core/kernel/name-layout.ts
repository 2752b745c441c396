/**
 * Where what the kernel knows of names, of orders and of the keys of commands, stands in its memory, in bytes (core/kernel/known-names.ts, core/state-machine/run-names.ts). Both
 * the core and the kernel read this file: only whole numbers here.
 */
import { ENDED_FORGOTTEN } from './ended-layout.ts';
import { MOST_FILLS, OF_NAMES } from './layout.ts';

/** The longest name that the kernel reads. */
export const NAME_BYTES = 64;
/** The table of tags of names: where it stands, how many bits its places have, how many are taken, and how many tags have no place. */
export const NAME_TAGS_AT = OF_NAMES;
export const NAME_TAG_BITS = OF_NAMES + 4;
export const NAME_TAGS_USED = OF_NAMES + 8;
export const NAME_STRAYS = OF_NAMES + 12;
/** What a run notes of names: where, and how many; and where its rows (TOLD_AT) tell of orders with a name, whose place among the texts is the core's to write. */
export const NAME_NOTES_AT = OF_NAMES + 16;
export const NAME_NOTE_COUNT = OF_NAMES + 20;
export const NAMED_ROWS_AT = OF_NAMES + 24;
export const NAMED_ROW_COUNT = OF_NAMES + 28;
/** Numbers of 64 bits, one more than a tag has words: of the uid two, of the scope and the length one each, and those of the text. */
export const NAME_SECRET = OF_NAMES + 32;
export const NAME_SECRET_WORDS = 2 * (1 + 4 + NAME_BYTES / 4);

/** A note: of a command whose order, or key, has a name, or of an ended order with a name that was forgotten. */
export const NOTE_KIND = 0;
export const NOTE_OF_SPOT = 0;
export const NOTE_OF_PERP = 1;
export const NOTE_FORGOTTEN = 2;
/** Addresses of the name and of the key, 0 for none. */
export const NOTE_NAME = 4;
export const NOTE_KEY = 8;
/** The order's slot. */
export const NOTE_SLOT = 12;
/** Of a forgotten order, at the places of slot and uid: the index of its user, and its id in a double. */
export const NOTE_FORGOTTEN_USER = 12;
export const NOTE_FORGOTTEN_ID = 16;
/** The user's uid, in a double, as are sequence and time of the command. */
export const NOTE_UID = 16;
export const NOTE_SEQ = 24;
export const NOTE_TIME = 32;
/** Their tags. */
export const NOTE_NAME_TAG = 40;
export const NOTE_KEY_TAG = 44;
/** The record of the order (order-record.ts) as the command left it; without a key only its id and its market. */
export const NOTE_ORDER = 48;
export const NAME_NOTE_BYTES = NOTE_ORDER + 128;
export const NAME_NOTES_ROOM = 1_280;
/** More than one command notes of names: itself, and what is forgotten for each order that ends. */
export const MOST_NAME_NOTES = 2 + ENDED_FORGOTTEN * (MOST_FILLS + 1);
