/** Listeners to connections that open, close, are slow or may have lost frames; in a separate file, because the sockets load later. */
import type { SocketEvent } from './socket.ts';

let listener: (event: SocketEvent) => void = () => undefined;

export function onSocketEvent(tell: (event: SocketEvent) => void): void {
  listener = tell;
}

export function tellSocketEvent(event: SocketEvent): void {
  listener(event);
}
