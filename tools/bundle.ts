/** Makes one file of a program and all that it imports, with the constants of its modules in place (decision 089). */
import { readFileSync } from 'node:fs';
import { rolldown } from 'rolldown';

export interface Bundle {
  /** The program. */
  readonly code: string;
  /** What it was made of, by absolute path: as it was read, whatever has become of the file since. */
  readonly sources: ReadonlyMap<string, Buffer>;
}

/** `folder`: where the program will stand; from there its map, which is part of it, names the sources. */
export async function bundle(entry: string, folder: string): Promise<Bundle> {
  const sources = new Map<string, Buffer>();
  const reader = {
    name: 'reader',
    load(path: string): { code: string; moduleType: 'ts' } | null {
      if (!path.endsWith('.ts')) return null;
      const bytes = readFileSync(path);
      sources.set(path, bytes);
      return { code: bytes.toString('utf8'), moduleType: 'ts' };
    },
  };
  const build = await rolldown({ input: entry, platform: 'node', tsconfig: false, plugins: [reader] });
  const { output } = await build.generate({
    format: 'esm',
    codeSplitting: false,
    sourcemap: 'inline',
    dir: folder,
  });
  await build.close();
  return { code: output[0].code, sources };
}
