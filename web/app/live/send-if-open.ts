/** One place where text goes out on a socket. */

/** What of a browser's socket is needed to send on it. */
interface Sendable {
  readonly readyState: number;
  send(text: string): void;
}

/** `WebSocket.OPEN`, which the server that draws the page does not have. */
const OPEN = 1;

/**
 * Sends the text, or nothing where the connection is closing: the other side ends it at log-out while the page still
 * leaves its channels. Whoever waits for an answer is told by the connection's end; the browser would print an error.
 */
export function sendIfOpen(socket: Sendable | null, text: string): void {
  if (socket?.readyState === OPEN) socket.send(text);
}
