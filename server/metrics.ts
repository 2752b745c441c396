/** Figures for Prometheus: the log, the projections, the sockets, the process. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ConnectionFigures, RendererFigures } from './http/index.ts';

export interface MetricsSources {
  readonly engine: { readonly durableSeq: number; readonly isTradingStopped: boolean };
  readonly projector: { readonly seq: number };
  readonly websockets: () => number;
  readonly connections: ConnectionFigures;
  readonly passwordHashes: () => { readonly begun: number; readonly waiting: number };
  /** Of the process that draws pages; null without built pages. */
  readonly renderer: (() => RendererFigures) | null;
  /** How often each background part failed since the start. */
  readonly backgroundFailures: () => ReadonlyMap<string, number>;
  /** How far the second copy of the journal is behind; null without one. */
  readonly shippingLag:
    (() => { readonly bytes: number; readonly seconds: number; readonly isFailing: boolean }) | null;
}

/** Answers the text of /metrics. */
export function createMetrics(sources: MetricsSources): () => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge('agio_durable_seq', 'Last command on disk', () => sources.engine.durableSeq);
  gauge(
    'agio_projection_lag_commands',
    'Commands that the SQL projections are behind',
    () => sources.engine.durableSeq - sources.projector.seq,
  );
  gauge('agio_trading_stopped', '1 when the ledger did not sum to zero and trading was stopped', () =>
    Number(sources.engine.isTradingStopped),
  );
  new Gauge({
    name: 'agio_background_failures',
    help: 'Failures since the start of parts that nobody waits for, by part; the log has the reasons',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      for (const [part, count] of sources.backgroundFailures()) this.set({ part }, count);
    },
  });
  gauge('agio_websocket_connections', 'Open websockets', sources.websockets);
  countConnections(registry, sources.connections);
  const { shippingLag } = sources;
  if (shippingLag) {
    gauge('agio_shipping_lag_bytes', 'Bytes of the journal that SHIP_TO does not have yet', () => shippingLag().bytes);
    gauge(
      'agio_shipping_lag_seconds',
      'How long ago SHIP_TO had all that was acknowledged; 0 while it has',
      () => shippingLag().seconds,
    );
    gauge('agio_shipping_failing', '1 while nothing goes to SHIP_TO; the log says why', () =>
      Number(shippingLag().isFailing),
    );
  }
  const { renderer } = sources;
  if (renderer) {
    gauge('agio_renderer_running', '1 while a renderer of pages can draw', () => Number(renderer().isRunning));
    gauge(
      'agio_renderer_starts',
      'How often renderers of pages were started; a few by load alone',
      () => renderer().starts,
    );
    gauge('agio_pages_drawing', 'Pages being drawn', () => renderer().drawing);
  }
  gauge('agio_password_hashes', 'Password hashes begun since the start', () => sources.passwordHashes().begun);
  gauge(
    'agio_password_hashes_waiting',
    'Password hashes that wait for their turn',
    () => sources.passwordHashes().waiting,
  );
  return () => registry.metrics();
}

/** Of both listeners. */
function countConnections(registry: Registry, connections: ConnectionFigures): void {
  const registers = [registry];
  new Gauge({
    name: 'agio_connections',
    help: 'Open connections, websockets among them',
    registers,
    collect() {
      this.set(connections.open);
    },
  });
  new Gauge({
    name: 'agio_connections_refused',
    help: 'Connections turned away since the start: the address or its network has too many open, opens them too fast, or all are taken',
    labelNames: ['reason'],
    registers,
    collect() {
      for (const [reason, count] of Object.entries(connections.refused)) this.set({ reason }, count);
    },
  });
  new Gauge({
    name: 'agio_connections_cut',
    help: 'Connections cut since the start: too many requests sent ahead, too many bytes of answers not read, or room needed for another network',
    labelNames: ['reason'],
    registers,
    collect() {
      for (const [reason, count] of Object.entries(connections.cut)) this.set({ reason }, count);
    },
  });
}
