/** Who is told of connections that come, go, are slow or may have lost something; apart from them, since they load later. */
import type { SocketEvent } from './socket.ts';

let listener: (event: SocketEvent) => void = () => undefined;

export function onSocketEvent(tell: (event: SocketEvent) => void): void {
  listener = tell;
}

export function tellSocketEvent(event: SocketEvent): void {
  listener(event);
}
