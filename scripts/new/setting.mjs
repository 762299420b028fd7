import { PLACEHOLDER } from '../lib/placeholders.mjs';
import { addToBlock, insertBefore, Refusal, requireName, toCamel } from './edit.mjs';

export const usage = 'setting NAME [--type text|flag]';

const CONFIG = 'apps/server/src/config/config.ts';
const TEST = 'apps/server/src/config/config.test.ts';
const GUIDE = 'docs/operations.md';

const TYPES = {
  text: {
    type: 'string | undefined',
    read: (name) => `env.${name} || undefined`,
    unset: '–',
    expectation: (name, property) => `    expect(readConfig({}).${property}).toBeUndefined();
    expect(readConfig({ ${name}: 'x' }).${property}).toBe('x');`,
  },
  flag: {
    type: 'boolean',
    read: (name) => `readBooleanSetting(env, '${name}')`,
    unset: '`0`',
    expectation: (name, property) => `    expect(readConfig({}).${property}).toBe(false);
    expect(readConfig({ ${name}: '1' }).${property}).toBe(true);
    expect(getMessage({ ${name}: 'yes' })).toContain('${name}');`,
  },
};

const listRemainingSteps = (type) => [
  `${CONFIG}: what it means${type === 'text' ? ', and a ConfigError in Chinese for a value that cannot be meant' : ''}; to whom the server hands it (apps/server/src/app.ts). Several that belong together: a file of their own, as apps/server/src/config/config-virtual.ts.`,
  `${TEST}: the default and what is refused.`,
  `${GUIDE}: in Chinese, what it does and what happens without it; its place beside those it goes with.`,
  'deploy/yunbiao.env: a line, if most sites want it.',
  'npm run compat -- --update: keeps it in compat/snapshots/settings.txt.',
];

export const plan = (tree, typedName, { type = 'text' }) => {
  const name = requireName(
    typedName,
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/,
    'an environment variable, like NOTE_TEXT',
  );
  const kind = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (!kind) throw new Refusal(`--type is one of ${Object.keys(TYPES).join(', ')}`);
  const property = toCamel(name.toLowerCase());
  if (tree.read(GUIDE).includes(`| \`${name}\` |`))
    throw new Refusal(`There is a setting ${name} already, see ${GUIDE}`);
  if (new RegExp(`^  ${property}: `, 'm').test(tree.read(CONFIG)))
    throw new Refusal(`${CONFIG} has ${property} already`);
  tree.edit(CONFIG, (text) => {
    const typedSettings = insertBefore(
      text,
      '  /** Trust the last address',
      `  /** ${PLACEHOLDER}: its purpose, and the meaning of undefined. */\n  ${property}: ${kind.type};\n`,
    );
    return insertBefore(
      typedSettings,
      "    trustProxy: readBooleanSetting(env, 'TRUST_PROXY'),\n",
      `    ${property}: ${kind.read(name)},\n`,
    );
  });
  tree.edit(TEST, (text) =>
    addToBlock(
      text,
      "describe('the configuration'",
      `
  it('reads ${name}', () => {
${kind.expectation(name, property)}
  });
`,
    ),
  );
  tree.edit(GUIDE, (text) =>
    insertBefore(
      text,
      '| `METRICS_TOKEN` |',
      `| \`${name}\` | ${kind.unset} | ${PLACEHOLDER}：${name} |\n`,
    ),
  );
  return { generates: [], remains: listRemainingSteps(type) };
};
