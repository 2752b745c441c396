/** The stage of a browser test: one exchange and one browser for all tests of a file, and people who come to it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type BootOptions, bootExchange, type TestExchange } from '../exchange.ts';
import { launchBrowser, newVisit, type Visit, type VisitOptions } from './browser.ts';

export interface ExchangeVisit {
  readonly exchange: TestExchange;
  readonly browser: Browser;
  /** A person with a browser of their own; `url` is where they come to, if not to the exchange itself. */
  visit(options?: VisitOptions, url?: string): Promise<Visit>;
}

/**
 * Boots before the first test of the file that calls this, and closes after the last one. The file's own `beforeAll` runs
 * after the boot; outside of hooks and tests there is no exchange yet.
 */
export function visitExchange(options: BootOptions = {}): ExchangeVisit {
  let exchange: TestExchange | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    exchange = await bootExchange(options);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.close();
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
