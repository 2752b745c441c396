/** First room: few commands change more levels. */
const FIRST_ROOM = 64;

/** The levels of one book that changed since they were last told: `count` keys (OrderPool's KEY), in the order of change. */
export class ChangedLevels {
  keys = new Int32Array(FIRST_ROOM);
  count = 0;
  /** Length of the array above, kept here because reading `.length` of a typed array is slower. */
  private room = FIRST_ROOM;

  /** Notes that a level changed. One command meets a level in one run, so only the last one can repeat. */
  note(key: number): void {
    const { count } = this;
    if (count > 0 && this.keys[count - 1] === key) return;
    if (count === this.room) this.grow();
    this.keys[count] = key;
    this.count = count + 1;
  }

  private grow(): void {
    const larger = new Int32Array((this.room *= 2));
    larger.set(this.keys);
    this.keys = larger;
  }
}
