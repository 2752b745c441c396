/** The columns that hold one word of a list. PostgreSQL answers them as any text. */

/** Answers the value as a word of the list. A row with another word was never written by our projections: that is thrown. */
export function readWord<Word extends string>(column: string, value: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === value);
  if (word === undefined)
    throw new Error(`The column ${column} holds “${value}”, which is none of: ${words.join(', ')}`);
  return word;
}
