/** The stage of a browser test: an exchange and one browser for all tests of a file, and people who come to it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type BootOptions, bootExchange, type CalledExchange, type TestExchange } from '../exchange.ts';
import { launchBrowser, newVisit, type Visit, type VisitOptions } from './browser.ts';
import { sharedExchange } from './shared-exchange.ts';

export interface ExchangeVisit<Exchange extends CalledExchange = TestExchange> {
  readonly exchange: Exchange;
  readonly browser: Browser;
  /** A person with a browser of their own; `url` is where they come to, if not to the exchange itself. */
  visit(options?: VisitOptions, url?: string): Promise<Visit>;
}

/**
 * An exchange of the file's own. Boots before the first test of the file that calls this, and closes after the last one. The
 * file's own `beforeAll` runs after the boot; outside of hooks and tests there is no exchange yet.
 */
export function visitExchange(options: BootOptions = {}): ExchangeVisit {
  return stage(
    () => bootExchange(options),
    (exchange) => exchange.close(),
  );
}

/**
 * The shared demo exchange with its market, for test files whose changes others cannot see: they read pages, and make the users they
 * need. A file that sets something for all users (a notice, a rule, a parameter), that needs its own market or environment, or reaches
 * into the process, boots its own.
 */
export function visitSharedExchange(): ExchangeVisit<CalledExchange> {
  return stage(sharedExchange, async () => undefined);
}

function stage<Exchange extends CalledExchange>(
  begin: () => Promise<Exchange>,
  end: (exchange: Exchange) => Promise<void>,
): ExchangeVisit<Exchange> {
  let exchange: Exchange | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    exchange = await begin();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    if (exchange !== undefined) await end(exchange);
  });
  return {
    get exchange() {
      return booted(exchange);
    },
    get browser() {
      return booted(browser);
    },
    visit: (visitOptions, url = booted(exchange).url) => newVisit(booted(browser), url, visitOptions),
  };
}

function booted<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the exchange is booted by a hook: ask for it in hooks and tests');
  return part;
}
