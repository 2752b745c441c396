/** Frames of the message centre as contracts/ws/message-frame.proto writes them. */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Ticker } from '@agio/contracts/http/markets';
import type { AnswerData, ServerFrame } from '@agio/contracts/ws/frame';
import {
  ANSWER_FIELD,
  FRAME_FIELD,
  TICKER_STATUS_FIELD,
  TICKER_TEXT_FIELDS,
  TICKER_TIME_FIELD,
  TICKERS_FIELD,
} from '@agio/contracts/ws/message-center';
import type { TickerData } from '@agio/contracts/ws/spot';

export function writeFrame(frame: ServerFrame): Buffer {
  const writer = new BinaryWriter();
  if (frame.channel !== '') text(writer, FRAME_FIELD.channel, frame.channel);
  writer.tag(FRAME_FIELD.ts, WireType.Varint).int64(frame.ts);
  if (frame.eventResp !== '') text(writer, FRAME_FIELD.eventResp, frame.eventResp);
  if (frame.reqId !== null) text(writer, FRAME_FIELD.reqId, String(frame.reqId));
  if (typeof frame.pong === 'number') writer.tag(FRAME_FIELD.pong, WireType.Varint).int64(frame.pong);
  if (frame.eventResp !== '') writeAnswer(writer, frame.data as AnswerData);
  else if (frame.channel === 'ticker') writeTickers(writer, frame.data as TickerData);
  else if (frame.data !== null) text(writer, FRAME_FIELD.json, JSON.stringify(frame.data));
  return Buffer.from(writer.finish());
}

function writeAnswer(writer: BinaryWriter, { result, msg, retryAfter }: AnswerData): void {
  writer.tag(FRAME_FIELD.answer, WireType.LengthDelimited).fork();
  writer.tag(ANSWER_FIELD.result, WireType.Varint).bool(result);
  text(writer, ANSWER_FIELD.msg, msg);
  if (retryAfter !== undefined) writer.tag(ANSWER_FIELD.retryAfter, WireType.Varint).int32(retryAfter);
  writer.join();
}

function writeTickers(writer: BinaryWriter, { snapshot, tickers }: TickerData): void {
  writer.tag(FRAME_FIELD.tickers, WireType.LengthDelimited).fork();
  writer.tag(TICKERS_FIELD.snapshot, WireType.Varint).bool(snapshot);
  for (const ticker of tickers) writeTicker(writer, ticker);
  writer.join();
}

function writeTicker(writer: BinaryWriter, ticker: Ticker): void {
  writer.tag(TICKERS_FIELD.tickers, WireType.LengthDelimited).fork();
  TICKER_TEXT_FIELDS.forEach((name, index) => text(writer, index + 1, ticker[name]));
  writer.tag(TICKER_TIME_FIELD, WireType.Varint).int64(ticker.time);
  text(writer, TICKER_STATUS_FIELD, ticker.status);
  writer.join();
}

function text(writer: BinaryWriter, field: number, value: string): void {
  writer.tag(field, WireType.LengthDelimited).string(value);
}
