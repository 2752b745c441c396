/** Answers connections whose bytes never become a request: malformed, too long, or too slow. */
import type { Socket } from 'node:net';
import type { Headers } from './security-headers.ts';

const STATUS_OF_ERROR: ReadonlyMap<string, string> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
]);

export function refuseRequest(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = STATUS_OF_ERROR.get(error.code ?? '') ?? '400 Bad Request';
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status}\r\nconnection: close\r\n${lines.join('')}content-length: 0\r\n\r\n`);
  }
  socket.destroy(error);
}
