/**
 * Commands as bytes: the journal's payload. A record is its length (whole number), the format version, the kind, seq and
 * time, then the kind's fields in fixed order (see fields.ts). Lists of words may only grow at their end. Version 1, which has
 * none of the fields that a command may leave out, is still read.
 */
import type { Command, CommandHeader, CommandKind } from '../protocol/commands.ts';
import { ByteReader, ByteWriter, FormatError } from './bytes.ts';
import { readerOf, type Write, writerOf } from './compiled-fields.ts';
import { COUNT, record, type RecordField } from './fields.ts';
import { PERP_LAYOUTS } from './perp-commands.ts';
import { PRODUCT_LAYOUTS } from './product-commands.ts';
import { SPOT_LAYOUTS } from './spot-commands.ts';

export const COMMAND_FORMAT_VERSION = 3;

/** Where the numbers of the other parts' kinds begin. */
const FIRST_PERP_KIND = 100;
const FIRST_HOUSE_KIND = 200;
interface Kind {
  readonly kind: CommandKind;
  readonly number: number;
  /** Seq, time and the kind's own fields. */
  readonly write: Write;
  readonly read: (r: ByteReader, kind: CommandKind) => object;
}

/** Before the fields of each kind. */
const HEADER = record<CommandHeader>({ seq: COUNT, timeMs: COUNT });

/** By the places of the kinds in their parts. */
const KINDS: readonly Kind[] = [
  ...numbered(0, SPOT_LAYOUTS),
  ...numbered(FIRST_PERP_KIND, PERP_LAYOUTS),
  ...numbered(FIRST_HOUSE_KIND, PRODUCT_LAYOUTS),
];
const BY_NAME: ReadonlyMap<string, Kind> = new Map(KINDS.map((kind) => [kind.kind, kind]));
/** At its number; undefined at numbers that no kind has. */
const BY_NUMBER: readonly (Kind | undefined)[] = Array.from({ length: FIRST_HOUSE_KIND + KINDS.length }, (_, number) =>
  KINDS.find((kind) => kind.number === number),
);

function numbered(first: number, layouts: object): Kind[] {
  const entries = Object.entries(layouts) as [CommandKind, RecordField<object>][];
  return entries.map(([kind, fields], at) => {
    const steps = [...HEADER.steps, ...fields.steps];
    return { kind, number: first + at, write: writerOf(steps), read: readerOf(steps, ['kind']) as Kind['read'] };
  });
}

/** Encoded commands, one behind the other, as the journal takes them. */
export class CommandBatch {
  count = 0;
  private readonly writer = new ByteWriter();

  /** Bytes so far. */
  get size(): number {
    return this.writer.size;
  }

  /** Throws where a field of the command cannot be written; the batch is as before then. */
  add(command: Command): void {
    const { writer } = this;
    const kind = BY_NAME.get(command.kind);
    if (kind === undefined) throw new FormatError(`there is no command ${command.kind}`);
    const frame = writer.beginFrame();
    try {
      writer.count(COMMAND_FORMAT_VERSION);
      writer.count(kind.number);
      kind.write(writer, command);
      writer.endFrame(frame);
    } catch (error) {
      writer.cutTo(frame);
      throw error;
    }
    this.count += 1;
  }

  /** The bytes from `offset` on, which hold until something is added. */
  from(offset: number): Uint8Array {
    return this.writer.from(offset);
  }

  /** A copy of the bytes; the batch begins anew. */
  take(): Uint8Array {
    const bytes = this.writer.done();
    this.writer.clear();
    this.count = 0;
    return bytes;
  }
}

export function encodeCommand(command: Command): Uint8Array {
  const batch = new CommandBatch();
  batch.add(command);
  return batch.take();
}

/** Reads commands that stand one behind the other, from `offset` on. */
export class CommandReader {
  private readonly reader: ByteReader;

  constructor(bytes: Uint8Array, offset = 0) {
    this.reader = new ByteReader(bytes, offset, bytes.length);
  }

  /** Where the next one begins. */
  get offset(): number {
    return this.reader.offset;
  }

  set offset(offset: number) {
    this.reader.offset = offset;
  }

  /** The next command. Throws FormatError where the bytes are none. */
  next(): Command {
    const { reader } = this;
    const outerEnd = reader.enterFrame();
    reader.version = reader.count();
    if (reader.version < 1 || reader.version > COMMAND_FORMAT_VERSION)
      throw new FormatError(`command format ${reader.version} is not known`);
    const command = readCommand(reader);
    if (!reader.isAtEnd) throw new FormatError('a command has bytes after its end');
    reader.leaveFrame(outerEnd);
    return command;
  }
}

export function decodeCommand(bytes: Uint8Array, offset: number): { command: Command; next: number } {
  const reader = new CommandReader(bytes, offset);
  const command = reader.next();
  return { command, next: reader.offset };
}

function readCommand(r: ByteReader): Command {
  const found = BY_NUMBER[r.count()];
  if (found === undefined) throw new FormatError('a command is of no kind');
  return found.read(r, found.kind) as Command;
}
