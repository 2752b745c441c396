import { dataOf, type Call } from './client.ts';

/** The addresses that the operator named: official channels by name. */
export async function getPublicUrls(call: Call): Promise<Readonly<Record<string, string>>> {
  const info = await dataOf<{ urls: Readonly<Record<string, string>> }>(
    call('/web/common/public_info_v4', { method: 'POST', body: {} }),
  );
  return info.urls;
}
