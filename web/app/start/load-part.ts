import { isServerThere, untilServerAnswers } from './server-there.ts';

/**
 * Loads the code of a part of a page. When it does not come because the server is away, it is asked for again once the server is back,
 * so that the page stays with what was typed into it. When the server is there, its file is gone and the page is loaded anew
 * (chunk-reload.ts): that error is thrown.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (await isServerThere()) throw error;
    await untilServerAnswers();
    return load();
  }
}
