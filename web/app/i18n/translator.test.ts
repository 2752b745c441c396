import { expect, test } from 'vitest';
import { createTranslator, translate } from './translator.ts';

test('values stand in their places, once: what looks like a place in a value stays as it was typed', () => {
  const t = translate('en-us', { hello: 'Hello {{name}} and {{ other }}', wait: 'Wait {{seconds, wait}}.' });
  expect(t('hello', { name: '{{other}} $& $1', other: 7 })).toBe('Hello {{other}} $& $1 and 7');
  expect(t('hello', { name: undefined })).toBe('Hello  and ');
  expect(t('wait', { seconds: 61 })).toBe('Wait 2 minutes.');
});

test('a key that the language lacks is its own text, or the default', () => {
  const t = translate('en-us', { known: 'Known' });
  expect([t('known'), t('lost'), t('lost', { defaultValue: '' })]).toEqual(['Known', 'lost', '']);
});

test('a number chooses the plural form by the rules of the language; a number in words chooses none', () => {
  const forms = { days: 'дни', days_one: '{{count}} день', days_few: '{{count}} дня', days_many: '{{count}} дней' };
  const t = translate('ru-ru', forms);
  expect([1, 2, 5, 21].map((count) => t('days', { count }))).toEqual(['1 день', '2 дня', '5 дней', '21 день']);
  expect(t('days', { count: 1.5 })).toBe('дни');
  expect(t('days', { count: '1' })).toBe('дни');
});

test('a page that changes its language tells it once, and finds texts that come later', () => {
  const translator = createTranslator('en-us', { yes: 'Yes' });
  const spoken: string[] = [];
  const stop = translator.subscribe(() => spoken.push(translator.read()('yes')));
  const english = translator.read();
  translator.addTexts('en-us', { no: 'No' });
  expect([translator.read(), english('no')]).toEqual([english, 'No']);
  translator.addTexts('de-de', { yes: 'Ja' });
  translator.speak('de-de');
  translator.speak('de-de');
  translator.addTexts('de-de', { no: 'Nein' });
  expect([translator.read()('no'), spoken]).toEqual(['Nein', ['Ja']]);
  stop();
  translator.speak('en-us');
  expect(spoken).toEqual(['Ja']);
});
