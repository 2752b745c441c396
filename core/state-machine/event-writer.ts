/** Where events are written as rows (core/protocol/event-rows.ts) until they are taken. */
import {
  COMMAND,
  COMMAND_ROW,
  COMMAND_SEQ,
  COMMAND_TIME,
  type EventRows,
  THING,
  THING_ROW,
} from '../protocol/event-rows.ts';
import type { Told } from '../protocol/event-packs.ts';

const FIRST_ROOM = 4_096;
const NO_THINGS: readonly never[] = [];
const NO_TEXTS: readonly string[] = [''];

export class EventWriter implements EventRows {
  /** Written up to `length`. Anew after `row` has grown it: to be read after the call. */
  numbers = new Float64Array(FIRST_ROOM);
  length = 0;
  private room = FIRST_ROOM;
  things: Told[] = [];
  texts: string[] = [''];
  private readonly places = new Map<string, number>();

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

  /** An event, or a pack of them, that is no row of its own. */
  thing(told: Told): void {
    this.row(THING, THING_ROW);
    this.things.push(told);
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

  textAt(place: number): string {
    return this.texts[place];
  }

  /** What was written since it was last taken. */
  take(): EventRows {
    const { length, things, texts } = this;
    const taken = {
      numbers: this.numbers.slice(0, length),
      texts: texts.length === 1 ? NO_TEXTS : texts,
      things: things.length === 0 ? NO_THINGS : things,
    };
    if (things.length > 0) this.things = [];
    if (texts.length > 1) this.texts = [''];
    this.clear();
    return taken;
  }

  /** Begins anew. What was read from here in place (`unpackRows`) is gone. */
  clear(): void {
    this.length = 0;
    if (this.things.length > 0) this.things.length = 0;
    if (this.places.size > 0) {
      this.texts.length = 1;
      this.places.clear();
    }
  }

  private grow(): void {
    const larger = new Float64Array((this.room *= 2));
    larger.set(this.numbers);
    this.numbers = larger;
  }
}
