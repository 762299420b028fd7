import { PLACEHOLDER } from '../lib/placeholders.mjs';
import {
  addImport,
  addToBlock,
  insertBefore,
  Refusal,
  replaceOnce,
  requireName,
  toPascal,
} from './edit.mjs';
import {
  buildDriverSource,
  buildDriverTestSource,
  buildEncoderSource,
  buildEncoderTestSource,
  buildFactsSource,
  buildVirtualPrinterSource,
  buildVirtualPrinterTestSource,
} from './language-sources.mjs';

export const usage = 'language name';

const LABEL = 'packages/label/src/language';
const PRINTING = 'packages/contract/src/printing';
const EVIDENCE = 'packages/contract/src/evidence.ts';
const FACTS = 'packages/contract/src/language-facts.ts';
const AGENT = 'apps/agent/src';
const PRINTER = `${AGENT}/printer`;
const VIRTUAL = `${AGENT}/virtual`;

const addEncoder = (tree, language) => {
  const { name } = language;
  tree.create(`${LABEL}/${name}-facts.ts`, buildFactsSource(language));
  tree.create(`${LABEL}/${name}.ts`, buildEncoderSource(language));
  tree.create(`${LABEL}/${name}.test.ts`, buildEncoderTestSource(language));
};

const registerInContract = (tree, { name, facts }) => {
  tree.edit(EVIDENCE, (text) => {
    const list = /COMMAND_LANGUAGES = \[([^\]]*)\]/.exec(text);
    if (!list) throw new Refusal('COMMAND_LANGUAGES is not there any more');
    return replaceOnce(
      text,
      list[0],
      `COMMAND_LANGUAGES = [${list[1].replace(/,?\s*$/, '')}, '${name}']`,
    );
  });
  tree.edit(FACTS, (text) =>
    insertBefore(
      addImport(text, `import { ${facts} } from '@yunbiao/label/language/${name}-facts';`),
      '  driver: DRIVER_FACTS',
      `  ${name}: ${facts},\n`,
    ),
  );
  tree.edit(`${PRINTING}/printer-languages.ts`, (text) =>
    addToBlock(
      addImport(text, `import { ${name} } from '@yunbiao/label/language/${name}';`),
      'export const PRINTER_LANGUAGES',
      `  ${name},\n`,
    ),
  );
  tree.edit(`${PRINTING}/language-evidence.ts`, (text) =>
    addToBlock(
      text,
      'export const LANGUAGE_EVIDENCES',
      `  // ${PLACEHOLDER}: the most it can prove.\n  ${name}: [],\n`,
    ),
  );
};

const addDriver = (tree, language) => {
  const { name, driver } = language;
  tree.create(`${PRINTER}/${name}/driver.ts`, buildDriverSource(language));
  tree.create(`${PRINTER}/${name}/driver.test.ts`, buildDriverTestSource(language));
  tree.edit(`${PRINTER}/drivers.ts`, (text) =>
    addToBlock(
      addImport(text, `import { ${driver} } from './${name}/driver.ts';`),
      'const LANGUAGE_DRIVERS',
      `  ${name}: ${driver},\n`,
    ),
  );
  tree.edit(`${PRINTER}/stream.ts`, (text) =>
    addToBlock(
      text,
      'const NEUTRAL_BYTES',
      `  // ${PLACEHOLDER}: bytes without effect between labels.\n  ${name}: '\\r\\n',\n`,
    ),
  );
  tree.edit(`${AGENT}/discovery/discovery-requests.ts`, (text) => {
    const order = /const PROBE_ORDER[^{]*\{\s*([^}]*?),?\s*\};/.exec(text);
    if (!order) throw new Refusal('PROBE_ORDER is not there any more');
    // It is unknown whether the printer prints queries of other languages, so this language is queried last.
    const last = order[1].split(',').length;
    return replaceOnce(text, order[0], order[0].replace(order[1], `${order[1]}, ${name}: ${last}`));
  });
};

const addVirtualPrinter = (tree, language) => {
  const { name, create } = language;
  tree.create(`${VIRTUAL}/${name}-printer.ts`, buildVirtualPrinterSource(language));
  tree.create(`${VIRTUAL}/${name}-printer.test.ts`, buildVirtualPrinterTestSource(language));
  tree.edit(`${AGENT}/cli/virtual-printer.ts`, (text) =>
    insertBefore(
      addImport(text, `import { ${create} } from '../virtual/${name}-printer.ts';`),
      '  zpl: (options) => createZplPrinter',
      `  ${name}: ${create},\n`,
    ),
  );
  tree.edit('e2e/printers/placing.test.ts', (text) =>
    addToBlock(
      text,
      'const PRINTED',
      `  ${name}: () => {
    throw new Error('${PLACEHOLDER}: a printer of ${name} to test against');
  },
`,
    ),
  );
};

/** Files with texts about the languages. */
const TEXTS = [
  'apps/server/src/{background/client-package,api/docs/guide,pages/llms-text}.ts',
  'apps/site/src/kit/printing/agent-commands.ts, apps/site/src/features/software/tools/label-tools.tsx',
  'packages/contract/src/features/print-features.ts (README.md and docs/features.md are made from it), README.md in English',
  'packages/sample/src/{articles-help,articles-label,articles-waybill,files,softwares}.ts',
  'apps/agent/README.md, packages/label/README.md, docs/{architecture,glossary,limits,printing}.md, docs/decisions/print-languages.md, e2e/AGENTS.md',
].join('; ');

/** Steps for a language that members may print as raw commands. */
const RAW = [
  `${PRINTING}/raw.ts; then the compiler asks for packages/label/src/raw/{raw,stock}.ts with a folder, ${AGENT}/render/raw.ts, e2e/printers/raw-after-raw.test.ts and bench/support/raw-fuzz.ts`,
  'packages/services/src/printing/integration/submit-raw.ts and packages/contract/src/calls/printing/print-api.ts (text or base64)',
  'packages/contract/src/features/integration-features.ts and apps/site/src/features/integration/integration-messages.ts (texts)',
].join('; ');

const listRemainingSteps = ({ name }) => [
  `${LABEL}/${name}-facts.ts: its name on screen, and the limits from its manual.`,
  `${LABEL}/${name}.ts and ${LABEL}/${name}.test.ts: the commands of a label, from the manual; each test names the clause.`,
  `${PRINTER}/${name}/driver.ts: the bytes that end half a label. If printers answer: link, questions and sentences as in ${PRINTER}/tspl, and the evidence they give.`,
  `${PRINTER}/stream.ts: bytes without effect between labels. ${AGENT}/discovery/discovery-requests.ts: where it is asked among the languages, by what printers of others print of the question. ${AGENT}/discovery/guess-language.ts: by which names its printers are known.`,
  `${VIRTUAL}/${name}-printer.ts: read the commands instead of the placeholder. ${AGENT}/cli/{help,pair}.ts: which printers speak it.`,
  `e2e/printers: a folder ${name} with a printer to test against, from the manual and never from our encoder, as e2e/printers/tspl is; then ${name} in e2e/printers/placing.test.ts, which fails until then.`,
  'e2e/crash/{kinds,printer-kind,random-kinds,printers}.ts: its printers and their faults; bench/crash.ts: its name in --language.',
  `Texts: ${TEXTS}. What else there is: git grep -l ESC/POS.`,
  `Only if members may print it raw: effects of its commands, as ${LABEL}/tspl-effects.ts; ${RAW}.`,
  'Only if the designer exports it: apps/site/src/features/designer/export, packages/label/src/index.ts, e2e/support/all-outputs.ts.',
  'npm run compat -- --update: keeps it in compat/snapshots.',
];

export const plan = (tree, typedName) => {
  const name = requireName(
    typedName,
    /^[a-z][a-z0-9]*$/,
    'a language in small letters without a hyphen, like epl',
  );
  if (tree.read(EVIDENCE).includes(`'${name}'`))
    throw new Refusal(`${EVIDENCE} has '${name}' already`);
  if (tree.list(`${PRINTER}/${name}`).length > 0)
    throw new Refusal(`${PRINTER}/${name} is there already`);
  const language = {
    name,
    facts: `${name.toUpperCase()}_FACTS`,
    driver: `${name}Driver`,
    create: `create${toPascal(name)}Printer`,
  };
  addEncoder(tree, language);
  registerInContract(tree, language);
  addDriver(tree, language);
  addVirtualPrinter(tree, language);
  return { generates: [], remains: listRemainingSteps(language) };
};
