/** Makes one file of a program and all that it imports, with the constants of its modules in place (decision 089). */
import { rolldown } from 'rolldown';

/** Writes `file`; answers the absolute paths of all sources that were read for it. */
export async function bundle(entry: string, file: string): Promise<string[]> {
  const build = await rolldown({ input: entry, platform: 'node', tsconfig: false });
  await build.write({ file, format: 'esm', codeSplitting: false });
  const sources = await build.watchFiles;
  await build.close();
  return sources;
}
