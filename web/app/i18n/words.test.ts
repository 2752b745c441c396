import { BROKEN_LIMITS } from '@agio/contracts/errors';
import { ALL_LOCALES } from '@agio/contracts/locales';
import { expect, test } from 'vitest';
import { ApiError } from '../api/request.ts';
import { translate } from './translator.ts';
import { loadBuilt } from './texts.ts';
import { refusalText } from './words.ts';

test('A4 the limit that an order broke is named with its unit, in every language', async () => {
  for (const { key } of ALL_LOCALES) {
    const t = translate(key, await loadBuilt(key));
    for (const limit of Object.keys(BROKEN_LIMITS)) {
      const error = new ApiError(70_011, 'English', { limit, value: '12000.50', asset: 'BTC' });
      expect(refusalText(t, error), `${key} ${limit}`).toMatch(/12,000\.5 BTC/);
      expect(refusalText(t, error)).not.toBe('English');
    }
    // A limit that this release does not know: the sentence of the code.
    const unknown = new ApiError(70_011, 'English', { limit: 'other', value: '1', asset: 'BTC' });
    expect(refusalText(t, unknown)).toBe(t('errors.code_70011'));
  }
});
