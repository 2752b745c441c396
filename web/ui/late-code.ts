/**
 * Loads the code of a part that is first needed when somebody opens it. What to do while it cannot come (the server is away) is the app's to
 * say, since parts of `ui` know no server: without it a failure is thrown, and the whole page would give way to an error.
 */
type Load = <Part>(load: () => Promise<Part>) => Promise<Part>;

let load: Load = (part) => part();

/** Sets how all parts are loaded; called once, before any of them is. */
export function loadLateCodeBy(loader: Load): void {
  load = loader;
}

export const lateCode: Load = (part) => load(part);
