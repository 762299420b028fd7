import { PLACEHOLDER } from '../lib/placeholders.mjs';
import {
  CALLS,
  findExportFolder,
  findVerbFolder,
  HANDLERS,
  INDEX,
  parseName,
  SERVICES,
} from './call-place.mjs';
import {
  addImport,
  insertName,
  addToBlock,
  insertBefore,
  Refusal,
  toCamel,
  toKebab,
} from './edit.mjs';
import { chooseVerb } from './verb.mjs';

export { usage } from './call-place.mjs';

const METHODS = ['GET', 'POST', 'PUT'];

const AUDIENCES = {
  public: {
    method: 'GET',
    head: (name) => `path: '/np/api/${name}',\n    audience: 'public',`,
    handler: '({ ctx })',
    argument: '{ ctx }',
    parameter: '{ ctx: Context }',
    given: '{ ctx }',
    row: 'allowAnybody()',
  },
  member: {
    method: 'POST',
    head: (name) => `path: '/np/api/uc/${name}',\n    audience: 'member',`,
    handler: '({ ctx, caller })',
    argument: '{ ctx, memberId: caller.signedIn.member.id }',
    parameter: 'MemberScope',
    given: '{ ctx, memberId: 1 }',
    row: 'allowMembers()',
  },
  key: {
    method: 'GET',
    head: (name) => `path: '/np/api/print/${name}',\n    audience: 'key',\n    scope: 'read',`,
    handler: '({ ctx, caller })',
    argument: '{ ctx, memberId: caller.holder.memberId }',
    parameter: 'MemberScope',
    given: '{ ctx, memberId: 1 }',
    row: 'allowKeys(200, 200, 200)',
  },
};

const AREAS = 'packages/contract/src/api/areas.ts';
const REGISTRY = 'apps/server/src/api/handlers.ts';
const MATRIX = 'apps/server/src/api/testing/authorization-matrix.ts';
const MATRIX_TEST = 'apps/server/src/api/authorization-matrix.test.ts';

const createCallArea = (tree, { layer, area }) => {
  const camel = toCamel(area);
  tree.create(
    `${CALLS}/${layer}/${area}.ts`,
    `import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { defineInstantField, emptyInput } from '../../core/fields.ts';

export const ${camel}Calls = {
};
`,
  );
  tree.edit(AREAS, (text) =>
    addToBlock(
      addImport(text, `import { ${camel}Calls } from '../calls/${layer}/${area}.ts';`),
      'export const areas = {',
      `  ${area.includes('-') ? `'${area}'` : area}: { title: '${PLACEHOLDER}：${area}', calls: ${camel}Calls },\n`,
    ),
  );
  tree.create(
    `${HANDLERS}/${layer}/${area}.ts`,
    `import { } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const ${camel}Handlers: AreaHandlers<'${area}'> = {
};
`,
  );
  tree.edit(REGISTRY, (text) =>
    addToBlock(
      addImport(text, `import { ${camel}Handlers } from './handlers/${layer}/${area}.ts';`),
      'const byArea',
      `  ${area.includes('-') ? `'${area}'` : area}: ${camel}Handlers,\n`,
    ),
  );
};

/** Adds names to the import of a module, or adds the import. */
export const addImportedNames = (text, module, names) => {
  const pattern = new RegExp(`import \\{([^}]*)\\} from '${module.replaceAll('.', '\\.')}';`);
  const match = pattern.exec(text);
  if (!match) return `import { ${names.join(', ')} } from '${module}';\n${text}`;
  const present = match[1]
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const allNames = names.reduce(insertName, present);
  return text.replace(match[0], `import { ${allNames.join(', ')} } from '${module}';`);
};

const declareCall = (tree, { layer, area, name, method }, { head }) =>
  tree.edit(`${CALLS}/${layer}/${area}.ts`, (text) =>
    addToBlock(
      addImportedNames(text, '../../core/fields.ts', ['defineInstantField', 'emptyInput']),
      `export const ${toCamel(area)}Calls = {`,
      `  ${name}: defineCall({
    method: '${method}',
    ${head(name)}
    summary: '${PLACEHOLDER}：${name}',
    input: emptyInput,
    output: z.object({ at: defineInstantField() }),
  }),
`,
    ),
  );

const writeVerb = (tree, { name, verb, file, folder }, { parameter, given }) => {
  const up = '../'.repeat(folder.split('/').length);
  tree.create(
    `${SERVICES}/${folder}/${file}.ts`,
    `import type { CallOutput } from '@yunbiao/contract';
import type { ${parameter === 'MemberScope' ? parameter : 'Context'} } from '${up}platform/context.ts';
import { toIso } from '${up}platform/time.ts';

/** ${PLACEHOLDER}: answers the time until it does what its name says. */
export const ${verb} = ({ ctx }: ${parameter}): Promise<CallOutput<'${name}'>> =>
  Promise.resolve({ at: toIso(ctx.now()) });
`,
  );
  tree.create(
    `${SERVICES}/${folder}/${file}.test.ts`,
    `import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { createTestContext } from '${up}testing.ts';
import { ${verb} } from './${file}.ts';

describeEachDatabase((open) => {
  it('answers when it was asked', async () => {
    const ctx = createTestContext(await open());
    expect(await ${verb}(${given})).toEqual({ at: new Date(ctx.now()).toISOString() });
  });
});
`,
  );
  const ownIndex = `${SERVICES}/${folder}/index.ts`;
  if (tree.read(INDEX).includes(`export * from './${folder}/index.ts';`))
    tree.edit(ownIndex, (text) => `${text}export { ${verb} } from './${file}.ts';\n`);
  else tree.edit(INDEX, (text) => `${text}export { ${verb} } from './${folder}/${file}.ts';\n`);
};

/** Steps that remain for a person. */
const listRemainingSteps = ({ layer, area, name, verb, file, folder, audience, isNewArea }) => {
  const calls = `${CALLS}/${layer}/${area}.ts`;
  return [
    `${calls}: method, path, summary in Chinese, input and output of ${name}; limits, and shows if a kept page uses it. After a change of method or path: npm run generate.`,
    ...(isNewArea ? [`${AREAS}: the area's title in Chinese, which the API document shows.`] : []),
    `${folder}/${file}.ts: what ${verb} does${audience === 'public' ? '' : ", with the member's id in every query"}; raises beside it if it changes what pages show. Move the file when another folder fits better.`,
    `${folder}/${file}.test.ts: facts about it.`,
    `${HANDLERS}/${layer}/${area}.ts: hand ${verb} the parts of the input.`,
    ...(audience === 'public'
      ? []
      : [
          `${MATRIX}: the code each column gets, once the input names something of a member's${audience === 'member' ? `: then ${name}: own()` : ''}.`,
        ]),
    `${MATRIX_TEST}: if an input is required, an example in SAID; in FOREIGN when it names a row of a member's, in FILTERS when it only filters by one.`,
    'e2e/support/specified-calls.ts: an example, only if docs/specification.md asks for the call.',
    'npm run compat -- --update: keeps the call in compat/snapshots/api.txt.',
  ];
};

const parseCall = (tree, typedName, { audience, method }) => {
  const call = parseName(tree, typedName);
  if (new RegExp(`^  ${call.name}: `, 'm').test(tree.read(MATRIX)))
    throw new Refusal(`There is a call ${call.name} already`);
  const verb = chooseVerb(
    call.name,
    method,
    (verbName) => findExportFolder(tree, verbName) !== undefined,
  );
  if (verb === undefined)
    throw new Refusal(`${INDEX} exports something called ${call.name} already`);
  return {
    ...call,
    audience,
    method,
    verb,
    file: toKebab(verb),
    folder: findVerbFolder(tree, call),
  };
};

export const plan = (tree, typedName, { audience = 'member', method }) => {
  const kind = Object.hasOwn(AUDIENCES, audience) ? AUDIENCES[audience] : undefined;
  if (!kind) throw new Refusal(`--audience is one of ${Object.keys(AUDIENCES).join(', ')}`);
  if (method !== undefined && !METHODS.includes(method))
    throw new Refusal(`--method is one of ${METHODS.join(', ')}`);
  const call = parseCall(tree, typedName, { audience, method: method ?? kind.method });
  const { layer, area, name, verb } = call;
  if (call.isNewArea) createCallArea(tree, call);
  declareCall(tree, call, kind);
  tree.edit(`${HANDLERS}/${layer}/${area}.ts`, (text) =>
    addToBlock(
      addImportedNames(text, '@yunbiao/services', [verb]),
      `export const ${toCamel(area)}Handlers`,
      `  ${name}: ${kind.handler} => ${verb}(${kind.argument}),\n`,
    ),
  );
  writeVerb(tree, call, kind);
  tree.edit(MATRIX, (text) =>
    audience === 'key'
      ? addToBlock(text, 'export const CELLS', `  ${name}: ${kind.row},\n`)
      : insertBefore(text, '  apiBatch: ', `  ${name}: ${kind.row},\n`),
  );
  return {
    generates: ['packages/contract/src/api/routes.gen.ts'],
    remains: listRemainingSteps({ ...call, folder: `${SERVICES}/${call.folder}` }),
  };
};
