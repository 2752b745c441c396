/**
 * The files of a late part are fetched before they are imported: a browser keeps a module whose file was answered by an error as failed,
 * and the part could not come any more when the server is back. The build calls this in each `import()` (web/files-first.ts).
 */

const known = new Map<string, Promise<void>>();

async function bring(file: string): Promise<void> {
  const answer = await fetch(`/${file}`);
  if (!answer.ok) throw new Error(`${file} was answered by HTTP ${answer.status}`);
  // Until its end, so that the import finds it whole in the browser's cache.
  await answer.arrayBuffer();
}

/** One that failed is asked for again next time. */
function bringOnce(file: string): Promise<void> {
  const coming = known.get(file) ?? bring(file);
  known.set(file, coming);
  coming.catch(() => known.delete(file));
  return coming;
}

/** `files` as the build names them, below the root. Rejects when one of them does not come; nothing is imported then. */
export async function filesFirst<Part>(files: readonly string[], load: () => Promise<Part>): Promise<Part> {
  await Promise.all(files.map(bringOnce));
  return load();
}

/** Before the first part is loaded. */
export function fetchFilesFirst(): void {
  (window as { agioFilesFirst?: typeof filesFirst }).agioFilesFirst = filesFirst;
}
