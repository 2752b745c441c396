/**
 * Recognises the browser of an account’s owner at log-in: a cookie, signed by the server, that it got at an earlier log-in. It gives no
 * access. Wrong passwords from that browser are only counted apart from those of strangers, so that strangers cannot lock the owner out
 * (the device cookie of OWASP).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { YEAR_MS } from '@agio/contracts/durations';

/** Uid, when it was given in ms, name of the device, signature. */
const COOKIE = /^([0-9]{1,16})\.([0-9]{1,16})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export interface DeviceCookies {
  /**
   * A new cookie for a user who has just logged in. `device`: the name that the browser already has, and keeps; null: it gets a new one.
   */
  make(uid: number, device: string | null): string;
  /** The name of the device; null for a cookie that is forged, more than a year old, or another account's. */
  read(cookie: string, uid: number): string | null;
}

export function createDeviceCookies(key: Buffer, now: () => number = Date.now): DeviceCookies {
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    make(uid, device) {
      const text = `${uid}.${now()}.${device ?? randomBytes(16).toString('base64url')}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },
    read(cookie, uid) {
      const [, owner, givenAt, device, signature] = COOKIE.exec(cookie) ?? [];
      if (signature === undefined) return null;
      const given = Buffer.from(signature, 'base64url');
      if (!timingSafeEqual(given, sign(`${owner}.${givenAt}.${device}`))) return null;
      return Number(owner) === uid && now() - Number(givenAt) < YEAR_MS ? device! : null;
    },
  };
}
