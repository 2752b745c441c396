/** Reads the frames of the message centre (contracts/ws/message-frame.proto). Loaded when the first one is needed. */
import { BinaryReader } from '@bufbuild/protobuf/wire';
import type { Ticker } from '@agio/contracts/http/markets';
import type { AnswerData } from '@agio/contracts/ws/frame';
import {
  ANSWER_FIELD,
  FRAME_FIELD,
  TICKER_STATUS_FIELD,
  TICKER_TEXT_FIELDS,
  TICKER_TIME_FIELD,
  TICKERS_FIELD,
} from '@agio/contracts/ws/message-center';
import type { TickerData } from '@agio/contracts/ws/spot';
import type { MessageFrame } from './message-center.ts';

/** `isDeflated`: the frame is a zlib stream, as compress=2 asks. */
export async function readMessage(bytes: ArrayBuffer, isDeflated: boolean): Promise<MessageFrame> {
  return readFrame(isDeflated ? await inflate(bytes) : new Uint8Array(bytes));
}

async function inflate(bytes: ArrayBuffer): Promise<Uint8Array> {
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}

function readFrame(bytes: Uint8Array): MessageFrame {
  const frame: { -readonly [Name in keyof MessageFrame]: MessageFrame[Name] } = {
    channel: '',
    ts: 0,
    eventResp: '',
    reqId: null,
    pong: null,
    data: null,
  };
  eachField(new BinaryReader(bytes), bytes.length, (reader, field) => {
    if (field === FRAME_FIELD.channel) frame.channel = reader.string();
    else if (field === FRAME_FIELD.ts) frame.ts = Number(reader.int64());
    else if (field === FRAME_FIELD.eventResp) frame.eventResp = reader.string();
    else if (field === FRAME_FIELD.reqId) frame.reqId = reader.string();
    else if (field === FRAME_FIELD.pong) frame.pong = Number(reader.int64());
    else if (field === FRAME_FIELD.answer) frame.data = readAnswer(reader);
    else if (field === FRAME_FIELD.tickers) frame.data = readTickers(reader);
    else if (field === FRAME_FIELD.json) frame.data = JSON.parse(reader.string()) as unknown;
    else return false;
    return true;
  });
  return frame;
}

function readAnswer(reader: BinaryReader): AnswerData {
  const answer: AnswerData = { result: false, msg: '' };
  eachField(reader, reader.uint32(), (_, field) => {
    if (field === ANSWER_FIELD.result) answer.result = reader.bool();
    else if (field === ANSWER_FIELD.msg) answer.msg = reader.string();
    else if (field === ANSWER_FIELD.retryAfter) answer.retryAfter = reader.int32();
    else return false;
    return true;
  });
  return answer;
}

function readTickers(reader: BinaryReader): TickerData {
  const data: { snapshot: boolean; tickers: Ticker[] } = { snapshot: false, tickers: [] };
  eachField(reader, reader.uint32(), (_, field) => {
    if (field === TICKERS_FIELD.snapshot) data.snapshot = reader.bool();
    else if (field === TICKERS_FIELD.tickers) data.tickers.push(readTicker(reader));
    else return false;
    return true;
  });
  return data;
}

function readTicker(reader: BinaryReader): Ticker {
  const texts = Object.fromEntries(TICKER_TEXT_FIELDS.map((name) => [name, '']));
  let time = 0;
  let status = '';
  eachField(reader, reader.uint32(), (_, field) => {
    const name = TICKER_TEXT_FIELDS[field - 1];
    if (name) texts[name] = reader.string();
    else if (field === TICKER_TIME_FIELD) time = Number(reader.int64());
    else if (field === TICKER_STATUS_FIELD) status = reader.string();
    else return false;
    return true;
  });
  return {
    ...(texts as Record<(typeof TICKER_TEXT_FIELDS)[number], string>),
    time,
    status: status as Ticker['status'],
  };
}

/** Hands over each field of the next `length` bytes; what `read` does not know (answers false) is skipped. */
function eachField(reader: BinaryReader, length: number, read: (reader: BinaryReader, field: number) => boolean): void {
  const end = reader.pos + length;
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (!read(reader, field)) reader.skip(wireType, field);
  }
}
