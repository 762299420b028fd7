import { dirname, join } from 'node:path/posix';

/**
 * The dependency arrows of docs/architecture.md: layer → the layers it may import by name.
 * Apps never import each other; what is not listed is forbidden.
 */
export const ARROWS = {
  site: ['contract', 'designer', 'gif', 'label', 'ui'],
  server: ['sample', 'services', 'contract', 'label', 'wechat-stand-in'],
  agent: ['contract', 'label'],
  sample: ['services', 'db', 'contract', 'label'],
  services: ['db', 'contract', 'label'],
  db: ['contract'],
  contract: ['label'],
  designer: ['contract', 'label'],
  gif: [],
  ui: [],
  label: [],
  'wechat-stand-in': ['label'],
};

/** Entry points of the server, which open the database and pass it on. */
const DATABASE_OPENERS = new Set([
  'apps/server/src/main.ts',
  'apps/server/src/nodes/join-cluster.ts',
  'apps/server/src/backup.ts',
  'apps/server/src/backup/copy-database.ts',
  'apps/server/src/restore/restored-database.ts',
  'apps/server/src/startup/claim-database.ts',
  'apps/server/src/startup/open-existing-database.ts',
]);

/** Folders of apps/site/src → the sibling folders they may import. */
const SITE_ARROWS = {
  routes: ['features', 'shell', 'kit'],
  shell: ['kit'],
  features: ['kit'],
  kit: [],
};

/** Folders of packages/services/src, lowest first: each may import those before it. The rest of the package may import all of them. */
export const SERVICE_LAYERS = ['platform', 'identity', 'commerce', 'community', 'printing'];

/** The only file of the print client that imports every printer language and every kind of place. */
const LANGUAGE_REGISTRY = 'apps/agent/src/printer/drivers.ts';

export const isTest = (file) =>
  /(\.test\.tsx?$|\/testing\.ts$|\/(testing|test-support)\/)/.test(file);

/** `packages/db/src/x.ts` → `db`; null for files outside the layers (e2e, bench, scripts). */
export const getLayer = (file) => /^(?:packages|apps)\/([^/]+)\//.exec(file)?.[1] ?? null;

const getSiteFolder = (file) => /^apps\/site\/src\/([^/]+)\//.exec(file)?.[1] ?? null;

const getFeature = (file) => /^apps\/site\/src\/features\/([^/]+)/.exec(file)?.[1] ?? null;

/**
 * Printer language of a file; null for `status`, shared by printers that report their status, and `jobs`, shared by
 * printers that accept jobs.
 */
const getPrinterLanguage = (file) =>
  /^apps\/agent\/src\/printer\/(?!status\/|jobs\/)([^/]+)\//.exec(file)?.[1] ?? null;

const checkPackageImport = ({ file, specifier, from, to, typeOnly }) => {
  if (to === from || !(from in ARROWS)) return null;
  if (from === 'server' && to === 'db') {
    if (DATABASE_OPENERS.has(file) || isTest(file)) return null;
    return 'The server reaches the database through the verbs of @yunbiao/services; only its entry points open it.';
  }
  if (!ARROWS[from].includes(to)) {
    const allowed = ARROWS[from].map((name) => `@yunbiao/${name}`).join(', ') || 'nothing of ours';
    return `${from} must not import @yunbiao/${to}: it may import ${allowed} (docs/architecture.md).`;
  }
  if (specifier === '@yunbiao/services/parts' && from !== 'sample') {
    return 'The steps of verbs are for the sample content: everybody else calls the verbs of @yunbiao/services.';
  }
  if (from === 'db' && to === 'contract' && !typeOnly && !isTest(file)) {
    return 'db takes only types from @yunbiao/contract: write `import type`.';
  }
  return null;
};

const checkSiteImport = (file, target) => {
  const from = getSiteFolder(file);
  const to = getSiteFolder(target);
  if (!(from in SITE_ARROWS) || !(to in SITE_ARROWS)) return null;
  if (from === to) {
    if (from !== 'features' || getFeature(file) === getFeature(target)) return null;
    return 'Features do not import each other: compose them in a route, or move the shared part to the kit or @yunbiao/ui.';
  }
  if (SITE_ARROWS[from].includes(to)) return null;
  return `In the site ${from} must not import ${to}: routes → features, shell → kit → ui.`;
};

const getServiceLayer = (file) => /^packages\/services\/src\/([^/]+)\//.exec(file)?.[1] ?? null;

const checkServicesImport = (file, target) => {
  const from = SERVICE_LAYERS.indexOf(getServiceLayer(file));
  if (from === -1 || isTest(file) || /\/testing-[\w-]+\.ts$/.test(file)) return null;
  const to = SERVICE_LAYERS.indexOf(getServiceLayer(target));
  if (to !== -1 && to <= from) return null;
  const name = to === -1 ? target : SERVICE_LAYERS[to];
  return `In the services ${SERVICE_LAYERS[from]} must not import ${name}: ${SERVICE_LAYERS.join(' ← ')}.`;
};

const checkAgentImport = (file, target) => {
  const to = getPrinterLanguage(target);
  if (to === null || to === getPrinterLanguage(file) || file === LANGUAGE_REGISTRY) return null;
  return `Only ${LANGUAGE_REGISTRY} knows the language ${to}: what languages share lies beside their folders, and everybody else asks the PrinterDriver.`;
};

const REFUSE_INSIDE = {
  site: checkSiteImport,
  agent: checkAgentImport,
  services: checkServicesImport,
};

const RULES = 'docs/architecture.md';

/** The reason names its rule; the document has all of them. */
const addDocument = (reason) =>
  reason === null || reason.includes(RULES) ? reason : `${reason} (${RULES})`;

const findBrokenRule = ({ file, specifier, typeOnly = false }) => {
  const from = getLayer(file);
  if (from === null) return null;
  const packageName = /^@yunbiao\/([^/]+)/.exec(specifier)?.[1];
  if (packageName !== undefined)
    return checkPackageImport({ file, specifier, from, to: packageName, typeOnly });
  if (!specifier.startsWith('.')) return null;
  const target = join(dirname(file), specifier);
  const to = getLayer(target);
  if (to === from) return REFUSE_INSIDE[from]?.(file, target) ?? null;
  if (isTest(file)) return null;
  return `Import other packages by their name (@yunbiao/…), not by path: ${specifier}`;
};

/**
 * Says which rule an import breaks, or null when it is allowed.
 * @param {{ file: string, specifier: string, typeOnly?: boolean }} edge file relative to the repository, with `/`
 */
export const checkImport = (edge) => addDocument(findBrokenRule(edge));
