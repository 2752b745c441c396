/** Calls in the Binance dialect run the same services as the site; what these refuse is said in the dialect's codes and sentences. */

/** The same calls; what one of them throws, `translate` turns into what the caller is told. */
export function translateRefusals<
  Calls extends { readonly [Name in keyof Calls]: (...args: never[]) => Promise<unknown> },
>(translate: (error: unknown) => unknown, calls: Calls): Calls {
  const translated = { ...calls };
  for (const name in calls)
    translated[name] = new Proxy(calls[name], {
      async apply(run, self, args): Promise<unknown> {
        try {
          return await Reflect.apply(run, self, args);
        } catch (error) {
          throw translate(error);
        }
      },
    });
  return translated;
}
