import type { Plugin } from 'vite';
import { expect, test } from 'vitest';
import { iconFiles } from './icon-files.ts';

/** What the plugin makes of the code of one of our files. */
async function made(code: string): Promise<string> {
  const plugin = iconFiles() as Plugin & {
    buildStart: () => Promise<void>;
    transform: (code: string, id: string) => { readonly code: string } | null;
  };
  await plugin.buildStart();
  return plugin.transform(code, '/web/ui/a.tsx')?.code ?? code;
}

test('each icon comes from its own file, also over several lines and under another name; types come from nowhere', async () => {
  const code =
    "import {\n  ArrowRight,\n  Search as Find,\n  type LucideIcon,\n} from 'lucide-react';\nuse(ArrowRight);";
  const [imports, ...rest] = (await made(code)).split('\n');
  expect(imports!.replaceAll(/'[^']*\/esm\//g, "'")).toBe(
    "import ArrowRight from 'icons/arrow-right.mjs'; import Find from 'icons/search.mjs';",
  );
  expect(rest).toEqual(['use(ArrowRight);']);
});

test.each([
  'import { Search } from "lucide-react";',
  "import * as icons from 'lucide-react';",
  "const icons = import('lucide-react');",
  "export { Search } from 'lucide-react';",
])('an import that it cannot rewrite ends the build: %s', async (code) => {
  await expect(made(code)).rejects.toThrow(
    "/web/ui/a.tsx: write the import of icons as import { Name } from 'lucide-react';",
  );
});

test('an import of types alone stays as it is', async () => {
  const code = "import type { LucideIcon } from 'lucide-react';";
  expect(await made(code)).toBe(code);
});

test('an icon that the package lacks ends the build, and code without icons stays', async () => {
  await expect(made("import { NoSuchIcon } from 'lucide-react';")).rejects.toThrow('no icon NoSuchIcon');
  expect(await made("import { useState } from 'react';")).toBe("import { useState } from 'react';");
});
