/** Calls in the Binance dialect run the same services as the site; what these refuse is said in the dialect's codes and sentences. */

/** The same calls; what one of them throws, `translate` turns into what the caller is told. */
export function translateRefusals<
  Calls extends { readonly [Name in keyof Calls]: (...args: never[]) => Promise<unknown> },
>(translate: (error: unknown) => unknown, calls: Calls): Calls {
  const translated =
    (run: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]): Promise<unknown> => {
      try {
        return await run(...args);
      } catch (error) {
        throw translate(error);
      }
    };
  const names = Object.keys(calls) as (keyof Calls)[];
  return Object.fromEntries(names.map((name) => [name, translated(calls[name])])) as unknown as Calls;
}
