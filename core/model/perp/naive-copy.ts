/** Copies a whole model, so that a command can be tried on the copy. */

/** Copies maps, sets, arrays and class instances with everything they refer to. Two references to one object refer to one copy. */
export function deepCopy<T>(value: T, copies = new Map<unknown, unknown>()): T {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as T;
  const copyOf = <V>(part: V): V => deepCopy(part, copies);
  if (value instanceof Map) {
    const copy = new Map();
    copies.set(value, copy);
    for (const [key, part] of value) copy.set(copyOf(key), copyOf(part));
    return copy as T;
  }
  if (value instanceof Set) {
    const copy = new Set();
    copies.set(value, copy);
    for (const part of value) copy.add(copyOf(part));
    return copy as T;
  }
  const copy: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value) as object | null);
  copies.set(value, copy);
  for (const [key, part] of Object.entries(value)) Object.assign(copy, { [key]: copyOf(part) as unknown });
  return copy as T;
}
