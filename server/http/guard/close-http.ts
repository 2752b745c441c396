/** The end of the HTTP server when the process stops. */
import type { HttpServer } from '../build-http.ts';

const SWEEP_MS = 20;
/** Requests without an answer by then get none: the stop has to go on with the engine and the database. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Answers what is under way and closes. A connection that was busy when the server began to close would stay open for as long as
 * it may idle, more than a minute, and the stop with it: so it goes as soon as it has its answer.
 */
export async function closeHttp(app: HttpServer): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const limit = setTimeout(() => app.server.closeAllConnections(), ANSWER_WITHIN_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(limit);
  }
}
