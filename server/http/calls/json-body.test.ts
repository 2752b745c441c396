import { expect, test } from 'vitest';
import { isDeeper } from './json-body.ts';

test('ATK-3 levels of a body are counted without the brackets in its texts', () => {
  expect(isDeeper('[[1],{"a":[2]}]', 3)).toBe(false);
  expect(isDeeper('[[1],{"a":[2]}]', 2)).toBe(true);
  expect(isDeeper('{"a":"[[[[{{{{","b\\"[[[":"\\\\"}', 1)).toBe(false);
  expect(isDeeper('{"a":"\\\\","b":[[]]}', 2)).toBe(true);
  expect(isDeeper('['.repeat(100_000), 32)).toBe(true);
});
