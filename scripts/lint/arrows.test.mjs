import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkImport } from './arrows.mjs';

const root = join(import.meta.dirname, '../..');

describe('dependency arrows', () => {
  it.each([
    ['apps/site/src/features/forum/list.tsx', '@yunbiao/contract'],
    ['apps/site/src/features/forum/list.tsx', '../../kit/site/site.tsx'],
    ['apps/site/src/shell/layout/header.tsx', '../../kit/site/site.tsx'],
    ['apps/site/src/routes/index.tsx', '../shell/routing/guards.ts'],
    ['apps/site/src/features/forum/list.tsx', './row.tsx'],
    ['apps/site/src/routes/index.tsx', '../features/software/home.tsx'],
    ['apps/server/src/main.ts', '@yunbiao/db'],
    ['apps/server/src/api/handlers.ts', '@yunbiao/services'],
    ['apps/server/src/main.ts', '@yunbiao/sample'],
    ['packages/sample/src/forum.ts', '@yunbiao/services/parts'],
    ['apps/server/src/wechat.ts', '@yunbiao/wechat-stand-in'],
    ['packages/wechat-stand-in/src/png.ts', '@yunbiao/label/qr'],
    ['packages/services/src/identity/account/login.ts', '@yunbiao/db'],
    ['packages/contract/src/printing/template.ts', '@yunbiao/label'],
    ['apps/site/src/kit/gif/worker.ts', '@yunbiao/gif'],
    ['apps/agent/src/printer/drivers.ts', './zpl/driver.ts'],
    ['apps/agent/src/printer/zpl/driver.ts', './link.ts'],
    ['apps/agent/src/printer/zpl/driver.ts', '../status/status-driver.ts'],
    ['apps/agent/src/printer/status/model/simulate.ts', '../machine.ts'],
    ['apps/agent/src/printer/zpl/driver.ts', '../close-driver.ts'],
    ['apps/agent/src/cli/probe-printer.ts', '../printer/drivers.ts'],
    ['e2e/journey.test.ts', '@yunbiao/db'],
  ])('lets %s import %s', (file, specifier) => {
    expect(checkImport({ file, specifier })).toBeNull();
  });

  it.each([
    ['apps/site/src/shell/session/session.ts', '@yunbiao/services'],
    ['apps/site/src/routes/index.tsx', '@yunbiao/db'],
    ['apps/site/src/features/forum/list.tsx', '../account/login.tsx'],
    ['apps/site/src/shell/layout.tsx', '../features/account/login.tsx'],
    ['apps/site/src/features/forum/list.tsx', '../../routes/index.tsx'],
    ['apps/site/src/features/forum/list.tsx', '../../shell/session/session.ts'],
    ['apps/site/src/kit/form/draft.ts', '../../features/forum/list.tsx'],
    ['apps/site/src/kit/site/context.ts', '../../shell/session/session.ts'],
    ['apps/server/src/api/handlers.ts', '@yunbiao/db'],
    ['apps/server/src/api/handlers.ts', '@yunbiao/agent'],
    ['apps/server/src/api/handlers.ts', '@yunbiao/services/parts'],
    ['packages/services/src/identity/account/login.ts', '@yunbiao/sample'],
    ['packages/sample/src/files.ts', '@yunbiao/agent'],
    ['packages/sample/src/files.ts', '../../../apps/agent/src/main.ts'],
    ['apps/agent/src/main.ts', '@yunbiao/services'],
    ['apps/agent/src/printer/worker.ts', './zpl/driver.ts'],
    ['apps/agent/src/printer/worker.test.ts', './zpl/sentences.ts'],
    ['apps/agent/src/cli/probe-printer.ts', '../printer/zpl/sentences.ts'],
    ['apps/agent/src/printer/tspl/driver.ts', '../zpl/link.ts'],
    ['apps/agent/src/printer/status/machine.ts', '../zpl/host-status.ts'],
    ['packages/label/src/scene.ts', '@yunbiao/contract'],
    ['packages/ui/src/overlay/toast.ts', '@yunbiao/contract'],
    ['packages/services/src/identity/account/login.ts', '@yunbiao/wechat-stand-in'],
    ['packages/wechat-stand-in/src/sns.ts', '@yunbiao/contract'],
    ['packages/contract/src/api/calls.ts', '@yunbiao/services'],
    ['packages/services/src/platform/context.ts', '../../db/src/index.ts'],
    ['packages/services/src/platform/a.ts', '../identity/member/find.ts'],
    ['packages/services/src/commerce/money/a.ts', '../../printing/client/list.ts'],
    ['packages/services/src/printing/client/a.ts', '../../privacy/export.ts'],
  ])('refuses %s importing %s', (file, specifier) => {
    expect(checkImport({ file, specifier })).toMatch(/\S/);
  });

  it.each([
    ['apps/agent/src/main.ts', '@yunbiao/services', 'it may import @yunbiao/contract'],
    ['packages/gif/src/a.ts', '@yunbiao/label', 'it may import nothing of ours'],
    ['apps/server/src/api/handlers.ts', '@yunbiao/db', 'only its entry points open it'],
    [
      'apps/server/src/api/handlers.ts',
      '@yunbiao/services/parts',
      'everybody else calls the verbs',
    ],
    ['packages/db/src/schema/batch.ts', '@yunbiao/contract', 'write `import type`'],
    ['apps/site/src/features/a/a.tsx', '../b/b.tsx', 'Features do not import each other'],
    ['apps/site/src/kit/a/a.ts', '../../shell/b/b.ts', 'routes → features, shell → kit → ui'],
    ['packages/services/src/platform/a.ts', '../identity/b.ts', 'platform ← identity ← commerce'],
    ['apps/agent/src/printer/worker.ts', './zpl/a.ts', 'Only apps/agent/src/printer/drivers.ts'],
    ['packages/gif/src/a.ts', '../../label/src/b.ts', 'by their name'],
  ])('names the rule when %s imports %s', (file, specifier, rule) => {
    expect(checkImport({ file, specifier })).toContain(rule);
  });

  it('says where the rules are', () => {
    const said = checkImport({ file: 'apps/agent/src/main.ts', specifier: '@yunbiao/services' });
    expect(said).toContain('docs/architecture.md');
    const inside = { file: 'apps/site/src/kit/a/a.ts', specifier: '../../shell/b/b.ts' };
    expect(checkImport(inside)).toContain('docs/architecture.md');
  });

  it('lets the database take types from the contract, and nothing more', () => {
    const edge = { file: 'packages/db/src/schema/batch.ts', specifier: '@yunbiao/contract' };
    expect(checkImport({ ...edge, typeOnly: true })).toBeNull();
    expect(checkImport({ ...edge, typeOnly: false })).toMatch('import type');
  });
});

const MISTAKES = [
  ['house(arrows)', 'apps/agent/src/a.ts', "import '@yunbiao/db';\n"],
  ['house(arrows)', 'apps/agent/src/printer/a.ts', "import type { A } from './zpl/a.ts';\n"],
  ['house(arrows)', 'apps/site/src/features/a/a.ts', "export * from '../b/b.ts';\n"],
  ['house(names)', 'packages/label/src/f.ts', 'export const told = () => 1;\n'],
  ['house(comments)', 'packages/label/src/g.ts', '// Whoever asks.\nexport const g = 1;\n'],
  ['house(environment)', 'packages/services/src/a.ts', 'export const a = process.env.HOME;\n'],
  [
    'house(only-tx)',
    'packages/services/src/b.ts',
    'export const b = (ctx) => ctx.run(async (tx) => ctx.db.selectFrom(tx));\n',
  ],
  [
    'house(explained-disable)',
    'packages/label/src/a.ts',
    '// @ts-expect-error\nexport const a: string = 1;\n',
  ],
  [
    'house(shared-limits)',
    'apps/site/src/features/a/b.tsx',
    'export const b = <input aria-label="b" max={-20} />;\n',
  ],
  ['no-explicit-any', 'packages/label/src/b.ts', 'export const b = (x: any): string => x;\n'],
  [
    'no-non-null-assertion',
    'packages/label/src/c.ts',
    'export const c = (x?: string): number => x!.length;\n',
  ],
  [
    'no-floating-promises',
    'packages/label/src/d.ts',
    'const wait = async (): Promise<void> => {};\nexport const d = (): void => {\n  wait();\n};\n',
  ],
  ['no-console', 'packages/label/src/e.ts', "console.log('e');\n"],
];

describe('the linter run over a checkout with mistakes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  let report = '';
  const putFile = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const lint = () => {
    try {
      const oxlint = join(root, 'node_modules/.bin/oxlint');
      return execFileSync(oxlint, ['-f', 'unix', 'apps', 'packages'], {
        cwd: folder,
        encoding: 'utf8',
      });
    } catch (error) {
      return error.stdout;
    }
  };

  beforeAll(() => {
    for (const name of ['.oxlintrc.json', 'tsconfig.json', 'scripts/lint'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [, path, text] of MISTAKES) putFile(path, text);
    putFile('packages/label/src/fine.ts', 'export const fine = (x: number): number => x + 1;\n');
    report = lint();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(MISTAKES)('reports %s in %s', (rule, path) => {
    const lines = report.split('\n').filter((line) => line.includes(path));
    expect(lines.join('\n')).toContain(rule);
  });

  it('says nothing about a file without mistakes', () => {
    expect(report).not.toContain('fine.ts');
  });
});
