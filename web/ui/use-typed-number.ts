import { useState } from 'react';
import { typedNumber } from './typed-number.ts';

/** A number field's typing. `isFull`: the last text was longer than the field, which kept what it held. */
export function useTypedNumber(
  value: string,
  onChange: (value: string) => void,
): { readonly isFull: boolean; type(typed: string): void } {
  const [isFull, setIsFull] = useState(false);
  return {
    isFull,
    type(typed) {
      const next = typedNumber(typed, value);
      setIsFull(next === null);
      if (next !== null) onChange(next);
    },
  };
}
