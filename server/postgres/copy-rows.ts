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
  /** The driver replaces it by one that first ends the time limit of the query, and then calls it. */
  callback: Settle;

  constructor(text: string, settle: Settle) {
    this.text = text;
    this.callback = settle;
  }
  submit(connection: CopyConnection): void {
    connection.query(this.text);
  }
  handleError(error: Error): void {
    this.callback(error);
  }
  handleReadyForQuery(): void {
    this.callback(null);
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
    this.callback(this.failure);
  }
}

class CopyIn extends CopyQuery {
  private readonly chunks: Iterable<Buffer>;
  private failure: Error | null = null;
  /** The database takes no more: what were sent now would belong to the connection's next query. */
  private isRefused = false;

  constructor(text: string, settle: Settle, chunks: Iterable<Buffer>) {
    super(text, settle);
    this.chunks = chunks;
  }
  handleCopyInResponse(connection: CopyConnection): void {
    this.send(connection).catch((error: Error) => {
      this.failure = error;
      if (!this.isRefused) connection.sendCopyFail(error.message);
    });
  }
  /** The source's own failure rather than what the database makes of it. */
  override handleError(error: Error): void {
    this.isRefused = true;
    super.handleError(this.failure ?? error);
  }
  private async send(connection: CopyConnection): Promise<void> {
    const { stream } = connection;
    for (const chunk of this.chunks) {
      if (this.isRefused) return;
      connection.sendCopyFromChunk(chunk);
      if (stream.writableNeedDrain) await drained(stream);
    }
    if (!this.isRefused) connection.endCopyFrom();
  }
}

/** Runs `copy … to stdout`; hears each row as it comes, a line of COPY's text format. Rejects with what `onRow` throws. */
export function copyOut(client: pg.Client, text: string, onRow: (bytes: Buffer) => void): Promise<void> {
  return run(client, (settle) => new CopyOut(text, settle, onRow));
}

/** Runs `copy … from stdin` with these bytes, in chunks of any size. Either all rows are stored or none. */
export function copyIn(client: pg.ClientBase, text: string, chunks: Iterable<Buffer>): Promise<void> {
  return run(client, (settle) => new CopyIn(text, settle, chunks));
}

function run(client: pg.ClientBase, make: (settle: Settle) => CopyQuery): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle: Settle = (error) => (error ? reject(error) : resolve());
    // The driver's type of a query knows `submit` alone, with a connection that has no COPY.
    client.query(make(settle) as unknown as pg.Submittable);
  });
}

/** The parameter of a statement that the pool of the store runs as COPY (open-store.ts): rows for one table. */
export class RowsToCopy {
  readonly table: string;
  readonly columns: readonly string[];
  private readonly rows: readonly object[];

  /** At least one row; all have the same fields. */
  constructor(table: string, rows: readonly object[]) {
    this.table = table;
    this.columns = Object.keys(rows[0]!);
    this.rows = rows;
  }

  get count(): number {
    return this.rows.length;
  }
  get text(): string {
    return `copy ${this.table} (${this.columns.join(', ')}) from stdin`;
  }
  get bytes(): Buffer {
    const { columns } = this;
    let text = '';
    for (const row of this.rows as readonly Readonly<Record<string, unknown>>[]) {
      for (let at = 0; at < columns.length; at += 1) text += (at === 0 ? '' : '\t') + fieldOf(row[columns[at]!]);
      text += '\n';
    }
    return Buffer.from(text);
  }
}

/** JSON in which large numbers are texts: PostgreSQL reads both as numeric. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field));

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (text: string): string => text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!);

/** In COPY's text format. */
function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return escaped(typeof value === 'string' ? value : jsonText(value));
}
