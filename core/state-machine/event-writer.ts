/** Where events are written as rows (core/protocol/event-rows.ts) until they are taken. */
import {
  COMMAND,
  COMMAND_ROW,
  COMMAND_SEQ,
  COMMAND_TIME,
  type EventRows,
  OBJECT,
  OBJECT_ROW,
} from '../protocol/event-rows.ts';
import type { Told } from '../protocol/event-packs.ts';

const FIRST_ROOM = 4_096;
/** One long turn, or one mass liquidation, shall not keep its memory for ever. */
const MOST_KEPT_ROOM = 1 << 17;
/** As many as a whole number of the kernel counts. */
const MOST_TURNS = 2 ** 31 - 1;
const NO_OBJECTS: readonly never[] = [];
/** What has texts that are found by number: spot markets and contracts have their symbols, assets their names. */
export const SPOT_SYMBOL = 0;
export const PERP_SYMBOL = 1;
export const ASSET_NAME = 2;
const NUMBERED_KINDS = 3;
const FIRST_NUMBERED = 64;
const NO_TEXTS: readonly string[] = [''];

/** As EventRows, but for `numbers`, of which only the first `length` are written. */
export class EventWriter {
  /** Written up to `length`. Anew after `row` has grown it: to be read after the call. */
  numbers = new Float64Array(FIRST_ROOM);
  length = 0;
  /** Another one whenever the places of texts begin anew; not 0. */
  turn = 1;
  private room = FIRST_ROOM;
  objects: Told[] = [];
  texts: string[] = [''];
  private readonly places = new Map<string, number>();
  /** Places of texts that have a number among their kind; 0 for one that has none yet. */
  private numberedPlaces = new Int32Array(FIRST_NUMBERED);
  private numberedRoom = FIRST_NUMBERED;

  /** The rows from here on belong to this command. */
  begin(seq: number, timeMs: number): void {
    const at = this.row(COMMAND, COMMAND_ROW);
    this.numbers[at + COMMAND_SEQ] = seq;
    this.numbers[at + COMMAND_TIME] = timeMs;
  }

  /** A new row of this many numbers, of which the first is written; answers where it begins. */
  row(kind: number, numbers: number): number {
    const at = this.length;
    if (at + numbers > this.room) this.grow();
    this.length = at + numbers;
    this.numbers[at] = kind;
    return at;
  }

  /** Rows that were written elsewhere, with texts at their places here. */
  append(numbers: Float64Array): void {
    while (this.length + numbers.length > this.room) this.grow();
    this.numbers.set(numbers, this.length);
    this.length += numbers.length;
  }

  /** An event, or a pack of them, that is no row of its own. */
  object(told: Told): void {
    this.row(OBJECT, OBJECT_ROW);
    this.objects.push(told);
  }

  /** The text's place among `texts`. */
  text(text: string): number {
    if (text === '') return 0;
    const known = this.places.get(text);
    if (known !== undefined) return known;
    const place = this.texts.push(text) - 1;
    this.places.set(text, place);
    return place;
  }

  /** The same of the text that is number `index` of its kind: every row names one, and the Map costs several times a look at an array. */
  numberedText(kind: number, index: number, text: string): number {
    const at = index * NUMBERED_KINDS + kind;
    const known = at < this.numberedRoom ? this.numberedPlaces[at] : 0;
    return known === 0 ? this.noteNumbered(at, text) : known;
  }

  private noteNumbered(at: number, text: string): number {
    while (at >= this.numberedRoom) this.numberedRoom *= 2;
    if (this.numberedRoom > this.numberedPlaces.length) {
      const larger = new Int32Array(this.numberedRoom);
      larger.set(this.numberedPlaces);
      this.numberedPlaces = larger;
    }
    return (this.numberedPlaces[at] = this.text(text));
  }

  textAt(place: number): string {
    return this.texts[place];
  }

  /** What was written since it was last taken. */
  take(): EventRows {
    const { length, objects, texts } = this;
    const taken = {
      numbers: this.numbers.slice(0, length),
      texts: texts.length === 1 ? NO_TEXTS : texts,
      objects: objects.length === 0 ? NO_OBJECTS : objects,
    };
    if (objects.length > 0) this.objects = [];
    if (texts.length > 1) this.texts = [''];
    this.clear();
    return taken;
  }

  /** Begins anew. Rows that nobody took or read are gone. */
  clear(): void {
    this.length = 0;
    this.turn = (this.turn % MOST_TURNS) + 1;
    if (this.room > MOST_KEPT_ROOM) {
      this.room = FIRST_ROOM;
      this.numbers = new Float64Array(FIRST_ROOM);
    }
    if (this.objects.length > 0) this.objects.length = 0;
    if (this.places.size > 0) {
      this.texts.length = 1;
      this.places.clear();
      this.numberedPlaces.fill(0);
    }
  }

  private grow(): void {
    const larger = new Float64Array((this.room *= 2));
    larger.set(this.numbers);
    this.numbers = larger;
  }
}
