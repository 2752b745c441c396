/** Which of the notices a caller gets. Pure. */
import { DEFAULT_LOCALE } from '@agio/contracts/locales';

export interface Notice {
  /** Sorted and comma-joined; empty is every country. */
  readonly countries: string;
  readonly locale: string;
  readonly display: boolean;
  readonly title: string;
  readonly content: string;
  readonly button: string;
}

/**
 * A notice that names the country goes before one for every country; of several the one that names the fewest, then the
 * first by name. Within the chosen set of countries the caller's language, else English.
 */
export function chooseNotice(notices: readonly Notice[], country: string | null, locale: string): Notice | null {
  const spoken = notices.filter((notice) => notice.locale === locale || notice.locale === DEFAULT_LOCALE);
  const matching = spoken.filter(({ countries }) => countries === '' || (country && has(countries, country)));
  const [best] = matching.toSorted(
    (a, b) =>
      breadth(a) - breadth(b) ||
      a.countries.localeCompare(b.countries) ||
      Number(b.locale === locale) - Number(a.locale === locale),
  );
  return best ?? null;
}

const has = (countries: string, country: string): boolean => countries.split(',').includes(country);
const breadth = ({ countries }: Notice): number =>
  countries === '' ? Number.MAX_SAFE_INTEGER : countries.split(',').length;

export function joinCountries(countries: readonly string[]): string {
  return [...new Set(countries)].toSorted().join(',');
}
