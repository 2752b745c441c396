/** PostgreSQL's COPY through the driver: rows of a table as bytes, in its own text format, which every version reads. */
import type pg from 'pg';

/** The connection that the driver passes to a running query; its types lack COPY. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  readonly stream: CopyStream;
}

interface CopyStream {
  readonly writableNeedDrain: boolean;
  once(event: 'drain' | 'close', listener: () => void): void;
  off(event: 'drain' | 'close', listener: () => void): void;
}

/** Resolves when the stream takes more, or when it is gone: the query then fails by itself. */
function drained(stream: CopyStream): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.once('drain', done);
    stream.once('close', done);
  });
}

type Settle = (error: Error | null) => void;

/** The parts of a query in the driver that both directions share. */
class CopyQuery {
  readonly text: string;
  protected readonly end: Settle;

  constructor(text: string, settle: Settle) {
    this.text = text;
    this.end = settle;
  }
  submit(connection: CopyConnection): void {
    connection.query(this.text);
  }
  handleError(error: Error): void {
    this.end(error);
  }
  handleReadyForQuery(): void {
    this.end(null);
  }
  handleCommandComplete(): void {}
}

class CopyOut extends CopyQuery {
  private readonly onRow: (bytes: Buffer) => void;
  private failure: Error | null = null;

  constructor(text: string, settle: Settle, onRow: (bytes: Buffer) => void) {
    super(text, settle);
    this.onRow = onRow;
  }
  /** An error of `onRow` (a full disk), thrown here, would end the process: it is kept for the end, and further rows are ignored. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.failure) return;
    try {
      this.onRow(chunk);
    } catch (error) {
      this.failure = error as Error;
    }
  }
  override handleReadyForQuery(): void {
    this.end(this.failure);
  }
}

class CopyIn extends CopyQuery {
  private readonly chunks: Iterable<Buffer>;
  private failure: Error | null = null;

  constructor(text: string, settle: Settle, chunks: Iterable<Buffer>) {
    super(text, settle);
    this.chunks = chunks;
  }
  handleCopyInResponse(connection: CopyConnection): void {
    this.send(connection).catch((error: Error) => {
      this.failure = error;
      connection.sendCopyFail(error.message);
    });
  }
  /** The source's own failure rather than what the database makes of it. */
  override handleError(error: Error): void {
    super.handleError(this.failure ?? error);
  }
  private async send(connection: CopyConnection): Promise<void> {
    const { stream } = connection;
    for (const chunk of this.chunks) {
      connection.sendCopyFromChunk(chunk);
      if (stream.writableNeedDrain) await drained(stream);
    }
    connection.endCopyFrom();
  }
}

/** Runs `copy … to stdout`; hears each row as it comes, a line of COPY's text format. Rejects with what `onRow` throws. */
export function copyOut(client: pg.Client, text: string, onRow: (bytes: Buffer) => void): Promise<void> {
  return run(client, (settle) => new CopyOut(text, settle, onRow));
}

/** Runs `copy … from stdin` with these bytes, in chunks of any size. Either all rows are stored or none. */
export function copyIn(client: pg.Client, text: string, chunks: Iterable<Buffer>): Promise<void> {
  return run(client, (settle) => new CopyIn(text, settle, chunks));
}

function run(client: pg.Client, make: (settle: Settle) => CopyQuery): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle: Settle = (error) => (error ? reject(error) : resolve());
    // The driver's type of a query knows `submit` alone, with a connection that has no COPY.
    client.query(make(settle) as unknown as pg.Submittable);
  });
}
