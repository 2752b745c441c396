/** Bodies of JSON: as Fastify reads them, but nested no deeper than any call needs. */
import type { FastifyInstance } from 'fastify';

const MOST_LEVELS = 32;

/** Takes the place of Fastify's own parser: what reads such a body later, level by level, would run out of stack. */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isDeeper(body, MOST_LEVELS)) {
      const sentence = `The body is nested deeper than ${MOST_LEVELS} levels.`;
      return done(Object.assign(new Error(sentence), { statusCode: 400 }));
    }
    return parse(request, body, done);
  });
}

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)];
const OPENING = new Set(['[', '{'].map((text) => text.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((text) => text.charCodeAt(0)));

/** Brackets inside of quoted texts do not count. */
export function isDeeper(json: string, most: number): boolean {
  let level = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (OPENING.has(code)) {
      level += 1;
      if (level > most) return true;
    } else if (CLOSING.has(code)) level -= 1;
  }
  return false;
}
