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

test('an icon that the package lacks ends the build, and code without icons stays', async () => {
  await expect(made("import { NoSuchIcon } from 'lucide-react';")).rejects.toThrow('no icon NoSuchIcon');
  expect(await made("import { useState } from 'react';")).toBe("import { useState } from 'react';");
});
